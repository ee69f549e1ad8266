import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Opens, charges, suspends or ends what is due of a subscription. */
export const billSubscriptionJob: JobHandle<{ subscription_id: string }> = { name: 'billSubscription' }
