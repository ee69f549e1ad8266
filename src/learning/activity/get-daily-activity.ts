import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { DailyActivity } from './activity-shapes.ts'

/** Counts stop here, so that the cost does not depend on the size of the school. */
const maxPerDay = 5_000
const maxCourses = 500

/**
 * Returns the completed contents and new students of each of the last `days` days, oldest first and today last;
 * for teachers, those of their own courses.
 */
export async function getDailyActivity(ctx: Ctx, days: number): Promise<Static<typeof DailyActivity>[]> {
  const { tx, school_id, school, now } = ctx
  const zone = school?.time_zone ?? 'UTC'
  const courses = isAdmin(ctx.actor) ? null : await ownCourseIds(ctx)
  const inCourses = (alias: 'p' | 'e') =>
    courses === null ? sql`` : sql`and ${sql.ref(`${alias}.course_id`)} = any(${courses}::uuid[])`
  const from = sql`d.day at time zone ${zone}`
  const until = sql`(d.day + interval '1 day') at time zone ${zone}`
  const { rows } = await sql<Static<typeof DailyActivity>>`
    select to_char(d.day, 'YYYY-MM-DD') as day,
      (select count(*)::int from (select from content_progress p where p.school_id = ${school_id}
        and p.completed_at >= ${from} and p.completed_at < ${until} ${inCourses('p')}
        limit ${sql.lit(maxPerDay)}) few) as completed_contents,
      (select count(*)::int from (select from enrolments e where e.school_id = ${school_id}
        and e.created_at >= ${from} and e.created_at < ${until} ${inCourses('e')}
        limit ${sql.lit(maxPerDay)}) few) as new_students
    from (select date_trunc('day', ${now}::timestamptz at time zone ${zone}) - n * interval '1 day' as day
      from generate_series(0, ${sql.lit(days - 1)}) n) d
    order by d.day`.execute(tx)
  return rows
}

async function ownCourseIds({ tx, school_id, actor }: Ctx): Promise<string[]> {
  const rows = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('deleted_at', 'is', null)
    .where(({ eb, or }) => or([eb('course_teacher_id', '=', actor.id), eb('created_by', '=', actor.id)]))
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(maxCourses)
    .execute()
  return rows.map(({ id }) => id)
}
