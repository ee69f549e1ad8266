import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Checks the records of one reseller's root domain and schedules the next check. */
export const checkResellerJob: JobHandle<{ reseller_id: string }> = { name: 'checkReseller' }

export const resellerJobKey = (reseller_id: string) => `reseller/${reseller_id}`
