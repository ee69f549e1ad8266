import type { Ctx } from '#tenancy/context/request-context.ts'
import { publishEvents, type NewEvent } from '#webhooks/index.ts'
import type { EnrolmentChange } from './change-enrolments.ts'
import type { CourseRules } from '../queries.ts'

const typeOf = {
  pending: 'enrolment.requested',
  approved: 'enrolment.approved',
  unapproved: 'enrolment.unapproved',
  expired: 'enrolment.expired',
  removed: 'enrolment.removed',
} as const

/** Object of webhook events about a student's enrolment and completion in a course. */
export const enrolmentEventObject = (course_id: string, user_id: string) =>
  `enrolment/${course_id}/${user_id}`

/** Publishes webhook events for enrolment changes. */
export const publishEnrolmentEvents = (
  ctx: Ctx,
  { id, course_name }: CourseRules,
  changes: EnrolmentChange[],
) =>
  publishEvents(
    ctx,
    changes.map(({ student, after, cause }): NewEvent => {
      const isDetail = cause === 'end_date_changed' || cause === 'tier_changed'
      const { status, tier, student_approval_end_date } = after
      return {
        type: isDetail ? 'enrolment.changed' : typeOf[status],
        object: enrolmentEventObject(id, student.id),
        data: {
          course: { id, course_name },
          student: { id: student.id, name: student.name, email: student.email },
          status,
          tier,
          student_approval_end_date,
          cause,
        },
      }
    }),
  )
