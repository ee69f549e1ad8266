export { insertCategory } from './create-category.ts'
export { leaveCategory } from './leave-category.ts'
export { firstFreeSlug, slugify } from './slug.ts'
