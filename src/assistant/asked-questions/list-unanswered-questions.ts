import { sql } from 'kysely'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Only the latest questions are read, so that the cost does not depend on the size of the school. */
const maxQuestions = 200

export interface UnansweredQuestions {
  course_id: string
  course_name: string
  /** Questions that the assistant could not answer and no teacher has answered. */
  count: number
  /** Time of the latest question. */
  since: Date
}

/** Returns the actor's courses with unanswered questions, latest question first, at most `limit`. */
export async function listUnansweredQuestions(
  { tx, school_id, actor }: Ctx,
  limit: number,
): Promise<UnansweredQuestions[]> {
  const { rows } = await sql<UnansweredQuestions>`
    select w.course_id, w.course_name, count(*)::int as count, max(w.created_at) as since from (
      select c.id as course_id, c.course_name, q.created_at
      from assistant_questions q
      join courses c on c.school_id = q.school_id and c.id = q.course_id and c.deleted_at is null
        ${isAdmin(actor) ? sql`` : sql`and (c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id})`}
      where q.school_id = ${school_id} and q.state = 'unanswered'
      order by q.created_at desc limit ${sql.lit(maxQuestions)}
    ) w
    group by w.course_id, w.course_name
    order by max(w.created_at) desc, w.course_id
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
