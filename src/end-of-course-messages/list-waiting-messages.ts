import { sql } from 'kysely'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Only the latest threads are read, so that the cost does not depend on the size of the school. */
const maxThreads = 200

export interface WaitingMessages {
  course_id: string
  course_name: string
  /** Students whose last message has no reply. */
  count: number
  /** Time of the message that has waited longest. */
  since: Date
}

/** Returns the actor's courses in which students wait for a reply, longest waiting first, at most `limit`. */
export async function listWaitingMessages(
  { tx, school_id, actor }: Ctx,
  limit: number,
): Promise<WaitingMessages[]> {
  const { rows } = await sql<WaitingMessages>`
    select w.course_id, w.course_name, count(*)::int as count, min(w.last_message_at) as since from (
      select c.id as course_id, c.course_name, t.last_message_at
      from end_of_course_threads t
      join courses c on c.school_id = t.school_id and c.id = t.course_id and c.deleted_at is null
        ${isAdmin(actor) ? sql`` : sql`and (c.course_teacher_id = ${actor.id} or c.created_by = ${actor.id})`}
      where t.school_id = ${school_id} and t.awaits_reply
      order by t.last_message_at desc limit ${sql.lit(maxThreads)}
    ) w
    group by w.course_id, w.course_name
    order by min(w.last_message_at), w.course_id
    limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
