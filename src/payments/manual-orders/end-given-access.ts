import { revokeEntitlements } from '#course-access/index.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { endPaidAccess } from '../orders/end-paid-access.ts'
import { getOrderView } from '../orders/get-order.ts'
import { lockOrder, selectLines, updateOrder } from '../orders/order-queries.ts'
import type * as contract from './manual-contract.ts'

/** Ends what staff gave without a payment. What the student paid for otherwise stays open. */
export async function endGivenAccess(
  ctx: Ctx,
  { id }: Input<typeof contract.endGivenAccess>,
): Promise<Reply<typeof contract.endGivenAccess>> {
  const { tx, school_id, now } = ctx
  await lockOrder(ctx, id)
  const ended = await tx
    .updateTable('manual_entries')
    .set({ access_ended_at: now })
    .where('school_id', '=', school_id)
    .where('order_id', '=', id)
    .where('payment_id', 'is', null)
    .where('access_ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) throw new Refusal('access_not_given')
  await updateOrder(ctx, id, { status: 'canceled' })
  for (const line of await selectLines(ctx, [id]).execute())
    for (const entitled of await revokeEntitlements(ctx, line.id, 'ended'))
      await endPaidAccess(ctx, { ...entitled, tier: line.tier, cause: 'access_ended' })
  await ctx.audit('order.access_ended', ['order', id])
  return getOrderView(ctx, id)
}
