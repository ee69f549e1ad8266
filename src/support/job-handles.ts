import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Notes that a visit is over; it lets nobody act from that moment on, whether this has run or not. */
export const endVisitJob: JobHandle<{ visit_id: string }> = { name: 'endVisit' }
