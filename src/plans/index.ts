export { getPlan } from './get-plan.ts'
export {
  countStudents,
  ensureStudentSeat,
  getPlanLimits,
  remainingStudentSeats,
  planStatus,
  getStorageUsed,
} from './limits.ts'
export {
  flaggedCreationDate,
  isFlagged,
  isPaid,
  needsManualApproval,
  planNames,
  type PlanName,
} from './policy.ts'
