import type { Ctx } from '#tenancy/context/request-context.ts'
import { refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { unreadCount } from './queries.ts'

export async function countUnreadNotifications(
  ctx: Ctx,
): Promise<Reply<typeof contract.countUnreadNotifications>> {
  return { unread_count: await unreadCount(ctx) }
}

/** Reading twice keeps the first time. Somebody else's id is passed over, as one that does not exist. */
export async function readNotifications(
  ctx: Ctx,
  { ids, all }: Input<typeof contract.readNotifications>,
): Promise<Reply<typeof contract.readNotifications>> {
  if (Boolean(ids) === Boolean(all)) refuseField('ids', 'required', 'Name the notifications, or all of them.')
  const { tx, school_id, actor, now } = ctx
  let unread = tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('school_id', '=', school_id)
    .where('user_id', '=', actor.id)
    .where('read_at', 'is', null)
    // What arrives while this request runs was not seen.
    .where('created_at', '<=', now)
  if (ids) unread = unread.where('id', 'in', ids)
  await unread.execute()
  return { unread_count: await unreadCount(ctx) }
}
