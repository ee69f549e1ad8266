import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Asks Stripe when the days of grace are over, and ends them. */
export const endPlanGraceJob: JobHandle<object> = { name: 'endPlanGrace' }
