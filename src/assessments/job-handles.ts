import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Submits the attempts of an assessment whose deadline has passed. `at` is the scheduled time. */
export const submitDueAttemptsJob: JobHandle<{ assessment_id: string; at: string }> = {
  name: 'submitDueAttempts',
}

/** Grades submitted attempts. */
export const gradeAttemptsJob: JobHandle<{ attempt_ids: string[] }> = { name: 'gradeAttempts' }
