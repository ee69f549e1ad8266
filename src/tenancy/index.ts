export {
  assignHost,
  deleteHost,
  deleteHostsOf,
  deleteReleasedHosts,
  hostForUpdate,
  hostWithin,
  insertHost,
  newestSchools,
  releaseHost,
  schoolIdOfHost,
  setPrimaryHost,
} from './hosts/host-rows.ts'
export { insertSchoolRow, lockPlanOfSchool, raiseLegalVersion, updateSchoolRow } from './hosts/school-rows.ts'
