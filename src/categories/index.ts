export { addCategory } from './create-category.ts'
export { freeSlug, slugOf } from './slug.ts'
