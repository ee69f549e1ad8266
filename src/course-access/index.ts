export {
  approvalStatusAt,
  areApprovalsOver,
  isEntitled,
  isEntitlementLive,
  mayLearn,
  mayStartCourse,
  type CourseAccessFacts,
  type EnrolmentFacts,
  type EnrolmentStatus,
  type EntitlementDates,
  type LearningVerdict,
} from './may-learn.ts'
export {
  findEntitledCourses,
  findEntitlingLines,
  grantEntitlements,
  hasLiveEntitlement,
  isClosedByDispute,
  limitEntitlements,
  replaceEntitlements,
  restoreEntitlements,
  revokeEntitlements,
  revokeEntitlementsOfPerson,
  type GrantReason,
  type RevocationReason,
} from './entitlements.ts'
export { personalData } from './personal-data.ts'
export {
  approvalStatusSql,
  isEntitledSql,
  mayLearnSql,
  mayStartCourseSql,
  type EnrolmentAliases,
} from './may-learn-sql.ts'
