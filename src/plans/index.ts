export {
  countStudents,
  ensurePlaceForStudent,
  limitsOf,
  placesLeft,
  standingOf,
  storageUsed,
} from './limits.ts'
export { flaggedAfter, isFlagged, isPaid, needsManualApproval, planNames, type PlanName } from './policy.ts'
