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
} from './directory/host-rows.ts'
export {
  insertSchoolRow,
  lockPlanOfSchool,
  raiseLegalVersion,
  updateSchoolRow,
} from './directory/school-rows.ts'
