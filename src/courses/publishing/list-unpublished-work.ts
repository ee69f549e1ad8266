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

/**
 * Returns the actor's private courses in which nothing was ever published, latest change first, at most `limit`.
 * Courses without contents are included, the sample course is not. `count` is the number of contents, at most 200.
 */
export async function listUnpublishedCourses(
  { tx, school_id, actor }: Ctx,
  limit: number,
): Promise<UnpublishedWork[]> {
  const contents = sql`from contents t where t.school_id = c.school_id and t.course_id = c.id`
  const { rows } = await sql<UnpublishedWork>`
    select c.id as course_id, c.course_name, c.updated_at,
      (select count(*)::int from (select 1 ${contents} limit ${sql.lit(maxItems)}) counted) as count
    from courses c
    where c.school_id = ${school_id} and c.deleted_at is null and not c.course_is_public
      and c.mirror_course_id is null and not c.is_sample
      ${isAdmin(actor) ? sql`` : sql`and (c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id})`}
      and not exists (select ${contents} and t.is_published)
    order by c.updated_at desc, c.id
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
