import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Ends the approvals whose end date has come. `at` is when it was meant to run. */
export const expireApprovalsJob: JobHandle<{ at: string }> = { name: 'expireApprovals' }

/** Unapproves the students of a course that has ended, where the course says so. */
export const endCourseJob: JobHandle<{ course_id: string; at: string }> = { name: 'endCourse' }
