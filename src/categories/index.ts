export { addCategory } from './create-category.ts'
export { leaveCategory } from './leave-category.ts'
export { freeSlug, slugOf } from './slug.ts'
