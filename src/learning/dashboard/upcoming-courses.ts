import { sql } from 'kysely'
import { approvalStatusSql, mayStartCourseSql } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** The student's approved courses that start until `until`, the nearest first. */
export async function upcomingCourses(
  { tx, school_id, actor, now }: Ctx,
  { until, limit }: { until: Date; limit: number },
) {
  const courses = await tx
    .selectFrom('enrolments as e')
    .innerJoin('courses as c', (on) =>
      on.onRef('c.school_id', '=', 'e.school_id').onRef('c.id', '=', 'e.course_id'),
    )
    .where('e.school_id', '=', school_id)
    .where('e.user_id', '=', actor.id)
    .where(approvalStatusSql({ enrolment: 'e', course: 'c' }, now), '=', 'approved')
    .where('c.deleted_at', 'is', null)
    .where('c.is_coming_soon', '=', false)
    .where((eb) => eb.not(mayStartCourseSql('c', now)))
    .where('c.course_start_date', '<=', until)
    .select(['c.id as course_id', 'c.course_name', 'c.course_start_date'])
    .orderBy('c.course_start_date')
    .orderBy('c.id')
    .limit(sql.lit(limit))
    .execute()
  return courses.map(({ course_id, course_name, course_start_date }) => ({
    kind: 'course_starts' as const,
    course_id,
    course_name,
    at: course_start_date!,
    topic: null,
  }))
}
