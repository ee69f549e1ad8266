import type { JobHandle } from '#tenancy/context/request-context.ts'

/** Notes that a visit is over; it lets nobody act from that moment on, whether this has run or not. */
export const endVisitJob: JobHandle<{ visit_id: string }> = { name: 'endVisit' }
