import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Reads the records of one domain, and says when they are read again. */
export const checkDomainJob: JobHandle<{ domain_id: string }> = { name: 'checkDomain' }

export const domainJobKey = (domain_id: string) => `domain/${domain_id}`
