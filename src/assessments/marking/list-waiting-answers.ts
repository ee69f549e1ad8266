import { sql } from 'kysely'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Only so many attempts are read, so that the cost does not depend on the size of the school. */
const maxAttempts = 500

export interface WaitingAnswers {
  assessment_id: string
  name: string
  /** Answers that a person must mark. */
  count: number
  /** Time of the submission that has waited longest. */
  since: Date
}

/** Returns the actor's assessments with answers to mark, longest waiting first, at most `limit`. */
export async function listWaitingAnswers(
  { tx, school_id, actor }: Ctx,
  limit: number,
): Promise<WaitingAnswers[]> {
  const own = sql`and case when a.course_id is null then a.created_by = ${actor.id}
    else c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id} end`
  const { rows } = await sql<WaitingAnswers>`
    select w.assessment_id, w.name, least(sum(w.pending_count), 1000)::int as count, min(w.submitted_at) as since
    from (
      select t.assessment_id, a.name, t.pending_count, t.submitted_at
      from attempts t
      join assessments a on a.school_id = t.school_id and a.id = t.assessment_id and a.deleted_at is null
      left join courses c on c.school_id = a.school_id and c.id = a.course_id
      where t.school_id = ${school_id}::uuid and t.pending_count > 0 and t.state = 'submitted'
        ${isAdmin(actor) ? sql`` : own}
      limit ${sql.lit(maxAttempts)}
    ) w
    group by w.assessment_id, w.name
    order by min(w.submitted_at), w.assessment_id
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
