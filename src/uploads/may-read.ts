import { mayLearnIn } from '#course-access/index.ts'
import { isStaff, type Ctx } from '#platform/context.ts'
import { inSchool } from '#platform/database.server.ts'
import type { Holder } from '#platform/holder.ts'
import type { Services } from '#platform/http.ts'
import type { ReadGrant } from '#platform/storage/links.ts'

/** Who reads by a private link; null for nobody. Asked again at most 15 seconds later. */
export type MayRead = (grant: ReadGrant, now: Date) => Promise<Holder | null>

/**
 * Whoever holds the link, while he or she may act; where the link names a course, staff or a student who may learn in
 * it now.
 */
export function mayReadBy({ databases, config, holderOf }: Services): MayRead {
  return (grant, now) =>
    inSchool(
      databases.db,
      grant.school_id,
      async (tx) => {
        const holder = await holderOf({ tx, config, now, school_id: grant.school_id }, grant.user_id)
        if (!holder || !grant.course_id || isStaff(holder.actor)) return holder
        return (await mayLearn(tx, grant, now)) ? holder : null
      },
      { readOnly: true },
    )
}

async function mayLearn(tx: Ctx['tx'], { school_id, user_id, course_id }: ReadGrant, now: Date) {
  const enrolment = await tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.user_id', '=', user_id)
    .where('e.course_id', '=', course_id)
    .where('c.deleted_at', 'is', null)
    .where(mayLearnIn(now))
    .select('e.user_id')
    .executeTakeFirst()
  return enrolment !== undefined
}
