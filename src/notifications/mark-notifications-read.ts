import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { countUnread } from './queries.ts'

/** Number of the actor's unread notifications. */
export async function countUnreadNotifications(
  ctx: Ctx,
): Promise<Reply<typeof contract.countUnreadNotifications>> {
  return { unread_count: await countUnread(ctx) }
}

/** The first time of reading is kept. Ids of other people are ignored, like unknown ids. */
export async function markNotificationsRead(
  ctx: Ctx,
  { ids, all }: Input<typeof contract.markNotificationsRead>,
): Promise<Reply<typeof contract.markNotificationsRead>> {
  if (Boolean(ids) === Boolean(all))
    refuseInvalidField('ids', 'required', 'Send the ids of the notifications, or mark all as read.')
  const { tx, school_id, actor, now } = ctx
  let unread = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('read_at', 'is', null)
    // Notifications that arrive during this request were not seen.
    .where('created_at', '<=', now)
  if (ids) unread = unread.where('id', 'in', ids)
  await unread.execute()
  return { unread_count: await countUnread(ctx) }
}
