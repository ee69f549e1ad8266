import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Expires approvals whose end has passed. `at` is the scheduled time. */
export const expireApprovalsJob: JobHandle<{ at: string }> = { name: 'expireApprovals' }

/** Unapproves the students of an ended course, if it is configured to. */
export const endCourseJob: JobHandle<{ course_id: string; at: string }> = { name: 'endCourse' }
