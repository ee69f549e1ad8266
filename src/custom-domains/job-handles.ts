import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Checks the records of one domain and schedules the next check. */
export const checkDomainJob: JobHandle<{ domain_id: string }> = { name: 'checkDomain' }

/** Key that keeps the jobs of one domain unique in the queue. */
export const domainJobKey = (domain_id: string) => `domain/${domain_id}`
