import type { JobHandle } from '#platform/jobs/job-handle.ts'

/** Expires approvals whose end has passed. `at` is the scheduled time. */
export const expireApprovalsJob: JobHandle<{ at: string }> = { name: 'expireApprovals' }

/** Unapproves the students of an ended course, if it is configured to. */
export const endCourseJob: JobHandle<{ course_id: string; at: string }> = { name: 'endCourse' }

/** Sends the notifications of a decision once it cannot be undone. */
export const announceDecisionJob: JobHandle<{ decision_id: string }> = { name: 'announceDecision' }

/** Notifies staff of the requests to join of the quarter of an hour that ends at `until`. */
export const notifyStaffOfRequestsJob: JobHandle<{ until: string }> = { name: 'notifyStaffOfRequests' }
