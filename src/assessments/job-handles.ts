import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Submits the attempts of an assessment whose deadline has passed. `at` is the scheduled time. */
export const submitDueAttemptsJob: JobHandle<{ assessment_id: string; at: string }> = {
  name: 'submitDueAttempts',
}

/** Computes the preview of a regrade. */
export const computeRegradeJob: JobHandle<{ regrade_id: string }> = { name: 'computeRegrade' }

/** Applies a regrade to the marks of its preview. */
export const applyRegradeJob: JobHandle<{ regrade_id: string }> = { name: 'applyRegrade' }

/** Grades submitted attempts. */
export const gradeAttemptsJob: JobHandle<{ attempt_ids: string[] }> = { name: 'gradeAttempts' }
