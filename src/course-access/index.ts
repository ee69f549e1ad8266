export {
  approvalStatusAt,
  hasEnded,
  hasStarted,
  learningAccess,
  type CourseDates,
  type EnrolmentDates,
  type EnrolmentStatus,
  type LearningAccess,
} from './learning-access.ts'
export { approvalStatusSql, courseStartedSql, mayLearnSql } from './learning-access-sql.ts'
