import { Type } from 'typebox'
import { Id, InstantText, Nullable, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { StudentResult } from '../shapes.ts'

const EndDate = Type.Optional(Nullable(InstantText))
const ManyStudents = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })

/** Notifications, mails and webhooks then wait 15 seconds, in which `undoEnrolmentDecision` reverts the change. */
const Undoable = Type.Optional(Type.Boolean())
const Decision = Type.Object({
  results: Type.Array(StudentResult),
  /** For `undoEnrolmentDecision`; null unless the request was `undoable`. */
  decision_id: Nullable(Id),
})

export const approveStudents = defineRoute({
  name: 'approveStudents',
  method: 'PUT',
  path: '/courses/v2/students-course-approval',
  access: 'staff',
  summary: 'Approve or unapprove up to 500 students of a course',
  body: Type.Object({
    course_id: Id,
    student_ids: ManyStudents,
    approved: Type.Boolean(),
    /** End of the approval. Absent: the course's own limit; null: no end. */
    student_approval_end_date: EndDate,
    undoable: Undoable,
  }),
  reply: [200, Decision],
  refusals: ['not_your_course'],
})

export const declineEnrolmentRequests = defineRoute({
  name: 'declineEnrolmentRequests',
  method: 'PUT',
  path: '/courses/v2/enrolment-requests/decline',
  access: 'staff',
  summary: 'Decline the requests of up to 500 students to join a course',
  body: Type.Object({
    course_id: Id,
    student_ids: ManyStudents,
    /** The students read it. */
    reason: Type.Optional(Text(500)),
    undoable: Undoable,
  }),
  reply: [200, Decision],
  refusals: ['not_your_course'],
})

export const undoEnrolmentDecision = defineRoute({
  name: 'undoEnrolmentDecision',
  method: 'PUT',
  path: '/courses/v2/enrolment-requests/undo',
  access: 'staff',
  summary: 'Undo an approval or a decline within 15 seconds, before anybody is notified',
  body: Type.Object({ decision_id: Id }),
  reply: [200, Type.Object({ restored_count: Type.Integer() })],
  refusals: ['not_your_course', 'undo_expired'],
})
