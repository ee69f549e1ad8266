import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'

/** Selects the actor's own notifications: nobody else may read or change them. */
export const selectNotifications = ({ tx, school_id, actor }: Ctx) =>
  tx.selectFrom('notifications').where('school_id', '=', school_id).where('user_id', '=', actor.id)

export async function countUnread(ctx: Ctx): Promise<number> {
  const row = await selectNotifications(ctx)
    .where('read_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('unread_count'))
    .executeTakeFirstOrThrow()
  return row.unread_count
}
