import { sql } from 'kysely'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Only the latest items are read, so that the cost does not depend on the size of the school. */
const maxItems = 200

export interface UnpublishedWork {
  course_id: string
  course_name: string
  /** Contents with unpublished changes, and contents that were never published. */
  count: number
  updated_at: Date
}

/**
 * Returns the published courses that contain unpublished work of the actor's courses, latest change first, at most
 * `limit`. A private course is left out: nothing in it is published yet.
 */
export async function listUnpublishedWork(
  { tx, school_id, actor }: Ctx,
  limit: number,
): Promise<UnpublishedWork[]> {
  const inCourses = sql`join courses c on c.school_id = t.school_id and c.id = t.course_id
    and c.deleted_at is null and c.course_is_public
    ${isAdmin(actor) ? sql`` : sql`and (c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id})`}`
  const { rows } = await sql<UnpublishedWork>`
    select w.course_id, w.course_name, count(*)::int as count, max(w.updated_at) as updated_at from (
      (select c.id as course_id, c.course_name, d.updated_at
        from content_drafts d
        join contents t on t.school_id = d.school_id and t.id = d.content_id and t.is_published
        ${inCourses}
        where d.school_id = ${school_id} and d.published_as is null
        order by d.updated_at desc limit ${sql.lit(maxItems)})
      union all
      (select c.id as course_id, c.course_name, t.updated_at
        from contents t ${inCourses}
        where t.school_id = ${school_id} and not t.is_published
        order by t.updated_at desc limit ${sql.lit(maxItems)})
    ) w
    group by w.course_id, w.course_name
    order by max(w.updated_at) desc, w.course_id
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
