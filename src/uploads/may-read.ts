import { isStaff, type Ctx } from '#platform/context.ts'
import { inSchool } from '#platform/database.server.ts'
import type { Holder } from '#platform/holder.ts'
import type { Services } from '#platform/http.ts'
import type { ReadGrant } from '#platform/storage/links.ts'

/** Who reads by a private link; null for nobody. Asked again at most 15 seconds later. */
export type MayRead = (grant: ReadGrant, now: Date) => Promise<Holder | null>

/**
 * Whoever holds the link, while he or she may act; where the link names a course, staff or somebody whose enrolment is
 * approved and not over, neither by its own end nor by that of the course.
 */
export function mayReadBy({ databases, config, holderOf }: Services): MayRead {
  return (grant, now) =>
    inSchool(
      databases.db,
      grant.school_id,
      async (tx) => {
        const holder = await holderOf({ tx, config, now, school_id: grant.school_id }, grant.user_id)
        if (!holder || !grant.course_id || isStaff(holder.actor)) return holder
        return (await isEnrolled(tx, grant, now)) ? holder : null
      },
      { readOnly: true },
    )
}

async function isEnrolled(tx: Ctx['tx'], { school_id, user_id, course_id }: ReadGrant, now: Date) {
  const enrolment = await tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.user_id', '=', user_id)
    .where('e.course_id', '=', course_id)
    .where('e.status', '=', 'approved')
    .where('c.deleted_at', 'is', null)
    .select(['e.student_approval_end_date as ends_at'])
    .select(['c.course_end_date', 'c.unapprove_all_students_on_end_date'])
    .executeTakeFirst()
  if (!enrolment || (enrolment.ends_at && enrolment.ends_at <= now)) return false
  const { course_end_date: end, unapprove_all_students_on_end_date: ends } = enrolment
  return !(ends && end && end <= now)
}
