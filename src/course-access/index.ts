export {
  approvalStatusAt,
  hasEnded,
  hasStarted,
  isEntitled,
  isEntitlementLive,
  learningAccess,
  type CourseDates,
  type EnrolmentDates,
  type EnrolmentStatus,
  type EntitlementDates,
  type LearningAccess,
} from './learning-access.ts'
export {
  findEntitledCourses,
  findEntitlingLines,
  grantEntitlements,
  hasLiveEntitlement,
  limitEntitlements,
  replaceEntitlements,
  restoreEntitlements,
  revokeEntitlements,
  type GrantReason,
  type RevocationReason,
} from './entitlements.ts'
export { personalData } from './personal-data.ts'
export { approvalStatusSql, courseStartedSql, isEntitledSql, mayLearnSql } from './learning-access-sql.ts'
