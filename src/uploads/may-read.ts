import { isStaff } from '#platform/context.ts'
import { inSchool, type Database } from '#platform/database.server.ts'
import type { ReadGrant } from '#platform/storage/links.ts'

/** Whether the holder of a private link may still read. Asked again at most 15 seconds later. */
export type MayRead = (grant: ReadGrant, now: Date) => Promise<boolean>

/**
 * An active user; where the link names a course, staff or somebody whose enrolment is approved and not over, neither by
 * its own end nor by that of the course.
 */
export function mayReadBy(db: Database): MayRead {
  return ({ school_id, user_id, course_id }, now) =>
    inSchool(
      db,
      school_id,
      async (tx) => {
        const reader = await tx
          .selectFrom('users as u')
          .leftJoin('enrolments as e', (on) =>
            on
              .onRef('e.school_id', '=', 'u.school_id')
              .onRef('e.user_id', '=', 'u.id')
              .on('e.course_id', '=', course_id || null),
          )
          .leftJoin('courses as c', (on) =>
            on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
          )
          .where('u.school_id', '=', school_id)
          .where('u.id', '=', user_id)
          .where('u.status', '=', 'active')
          .select(['u.role', 'e.status as enrolment', 'e.student_approval_end_date as ends_at'])
          .select(['c.deleted_at', 'c.course_end_date', 'c.unapprove_all_students_on_end_date'])
          .executeTakeFirst()
        if (!reader) return false
        if (!course_id || isStaff(reader)) return true
        if (reader.enrolment !== 'approved' || reader.deleted_at) return false
        if (reader.ends_at && reader.ends_at <= now) return false
        const { course_end_date: end, unapprove_all_students_on_end_date: ends } = reader
        return !(ends && end && end <= now)
      },
      { readOnly: true },
    )
}
