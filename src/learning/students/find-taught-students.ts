import { sql } from 'kysely'
import { findAmong, type FoundPerson } from '#accounts/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Students of the courses that the actor teaches, by the words of a query. Only for teachers. */
export async function findTaughtStudents(
  ctx: Ctx,
  search: { query: string; limit: number },
): Promise<FoundPerson[]> {
  const { actor } = ctx
  if (actor.role !== 'teacher') return []
  return findAmong(
    ctx,
    search,
    sql<boolean>`u.role = 'student' and exists (select from enrolments e join courses c
      on c.school_id = e.school_id and c.id = e.course_id
      where e.school_id = u.school_id and e.user_id = u.id and e.status <> 'removed' and c.deleted_at is null
        and (c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id}))`,
  )
}
