export {
  assignHost,
  deleteHost,
  deleteHostsOf,
  deleteReleasedHosts,
  insertHost,
  releaseHost,
  setPrimaryHost,
} from './hosts.ts'
export { insertSchoolRow, raiseLegalVersion, updateSchoolRow } from './schools.ts'
