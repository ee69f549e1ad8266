import type { Ctx } from '#tenancy/context/request-context.ts'
import { publishAll, type NewEvent } from '#webhooks/index.ts'
import type { Changed } from './change-enrolments.ts'
import type { CourseFacts } from '../queries.ts'

const typeOf = {
  pending: 'enrolment.requested',
  approved: 'enrolment.approved',
  unapproved: 'enrolment.unapproved',
  expired: 'enrolment.expired',
  removed: 'enrolment.removed',
} as const

/** What the events of a student's place in a course, and of what is completed there, happen to. */
export const enrolmentObject = (course_id: string, user_id: string) => `enrolment/${course_id}/${user_id}`

/** Tells other programs of the school what changed. */
export const publishChanges = (ctx: Ctx, { id, course_name }: CourseFacts, changes: Changed[]) =>
  publishAll(
    ctx,
    changes.map(({ student, after, cause }): NewEvent => {
      const isDetail = cause === 'end_date_changed' || cause === 'tier_changed'
      const { status, tier, student_approval_end_date } = after
      return {
        type: isDetail ? 'enrolment.changed' : typeOf[status],
        object: enrolmentObject(id, student.id),
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
