export {
  assignHost,
  deleteHost,
  deleteHostsOf,
  deleteReleasedHosts,
  insertHost,
  releaseHost,
  setPrimaryHost,
} from './hosts/host-rows.ts'
export { insertSchoolRow, raiseLegalVersion, updateSchoolRow } from './hosts/school-rows.ts'
