export { checkDomainJob, domainJobKey } from './job-handles.ts'
export { listFailedDomains } from './list-failed-domains.ts'
export { personalData } from './personal-data.ts'
export { validateDomainName, normalizeDomain, verificationHost } from './domain-name.ts'
export { lockHosts } from './hosts.ts'
export {
  lookUpRecords,
  lookUpOwnershipRecord,
  resolveTargetAddresses,
  type DnsProblem,
} from './look-up-records.ts'
export { verificationGraceMs, nextCheckAt, nextDomainState, type DomainState } from './next-domain-state.ts'
