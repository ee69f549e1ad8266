export { findCourseTotals } from './kept-totals.ts'
export { personalData } from './personal-data.ts'
