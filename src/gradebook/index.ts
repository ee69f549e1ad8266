export { findCourseTotals } from './course-totals.ts'
export { personalData } from './personal-data.ts'
export { recordGradeResult } from './record-results.ts'
