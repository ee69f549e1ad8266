import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Records the end of a visit. The visit loses access at its end time, whether this has run or not. */
export const endVisitJob: JobHandle<{ visit_id: string }> = { name: 'endVisit' }
