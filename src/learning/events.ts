import { defineEvent } from '#tenancy/context/domain-events.ts'

/** The enrolment of a student who has a live entitlement because of a payment was opened or closed by a person. */
export const paidEnrolmentChanged = defineEvent<{
  course_id: string
  student_id: string
  /** Staff declined or removed the student, who paid. */
  isDeclined: boolean
}>('paid_enrolment_changed')

/** Students completed a course. */
export const courseCompleted = defineEvent<{ course_id: string; student_ids: readonly string[] }>(
  'course_completed',
)
