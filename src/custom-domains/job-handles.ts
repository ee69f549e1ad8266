import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Checks the records of one domain and schedules the next check. */
export const checkDomainJob: JobHandle<{ domain_id: string }> = { name: 'checkDomain' }

export const domainJobKey = (domain_id: string) => `domain/${domain_id}`
