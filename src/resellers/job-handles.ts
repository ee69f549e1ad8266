import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Reads the records of one reseller's root domain, and says when they are read again. */
export const checkResellerJob: JobHandle<{ reseller_id: string }> = { name: 'checkReseller' }

export const resellerJobKey = (reseller_id: string) => `reseller/${reseller_id}`
