export { addCategory } from './create-category.ts'
export { slugOf } from './slug.ts'
