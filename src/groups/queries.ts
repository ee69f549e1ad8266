import { sql } from 'kysely'
import { mayEditCourse } from '#courses/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'

/** A course whose students the actor may group. Locked for changes, so that each sees the previous one. */
export async function getCourseForStaff({ tx, school_id, actor }: Ctx, id: string, { lock = false } = {}) {
  const query = tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['id', 'course_teacher_id', 'created_by', 'mirror_course_id'])
  const course = ensureFound(await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst())
  ensureAllowed(mayEditCourse(actor, course))
  return course
}

/** Returns a group with its course. */
export async function getGroupForStaff(ctx: Ctx, id: string, { lock = false } = {}) {
  const { tx, school_id } = ctx
  const row = await tx
    .selectFrom('course_groups')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select('course_id')
    .executeTakeFirst()
  await getCourseForStaff(ctx, ensureFound(row).course_id, { lock })
  return ensureFound(await selectGroups(ctx).where('g.id', '=', id).executeTakeFirst())
}

/** Selects groups with the number of their students. */
export const selectGroups = ({ tx, school_id }: Ctx) =>
  tx
    .selectFrom('course_groups as g')
    .where('g.school_id', '=', school_id)
    .select(['g.id', 'g.course_id', 'g.name', 'g.created_at'])
    .select(
      sql<number>`(select count(*)::int from course_group_members m
        where m.school_id = g.school_id and m.group_id = g.id)`.as('students_count'),
    )

/** Refuses people who are not students of the course. */
export async function ensureStudents(
  { tx, school_id }: Ctx,
  course_id: string,
  { student_ids, path }: { student_ids: string[]; path: string },
) {
  if (student_ids.length === 0) return
  const { n } = await tx
    .selectFrom('enrolments')
    .where('school_id', '=', school_id)
    .where('course_id', '=', course_id)
    .where('user_id', 'in', student_ids)
    .where('status', '<>', 'removed')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n < student_ids.length)
    refuseInvalidField(path, 'not_in_course', 'One of these people is not in the course.')
}
