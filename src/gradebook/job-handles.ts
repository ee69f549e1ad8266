import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Applies results of assessments, and computes the totals of all students of a course again. */
export const recomputeTotalsJob: JobHandle<{ course_id: string }> = { name: 'recomputeGradeTotals' }
