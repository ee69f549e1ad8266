import { cancelUnpaidOrder } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { lockSubscription } from '../queries.ts'
import { closeChange, findOpenChange, selectChanges } from './queries.ts'

/** An unpaid change is void after this time: its credit was computed for its moment. */
export const maxUnpaidMs = 60 * 60_000
const batchSize = 500

/** Cancels the open change of a locked subscription, with its order. A payment that arrives later is given back. */
export async function cancelOpenChange(ctx: Ctx, subscription_id: string): Promise<void> {
  const change = await findOpenChange(ctx, subscription_id)
  if (!change) return
  if (change.order_id) await cancelUnpaidOrder(ctx, change.order_id)
  await closeChange(ctx, change.id, 'canceled')
  await ctx.audit('subscription.change_canceled', ['subscription', subscription_id], {
    plan_id: change.plan_id,
  })
}

/** Cancels the changes that were not paid in time. */
export async function cancelUnpaidChanges(ctx: Ctx): Promise<void> {
  const overdue = await selectChanges(ctx)
    .where('c.status', '=', 'open')
    .where('c.order_id', 'is not', null)
    .where('c.created_at', '<=', new Date(ctx.now.getTime() - maxUnpaidMs))
    .orderBy('c.created_at')
    .limit(batchSize)
    .execute()
  for (const { id, subscription_id } of overdue) {
    await lockSubscription(ctx, subscription_id)
    if ((await findOpenChange(ctx, subscription_id))?.id === id) await cancelOpenChange(ctx, subscription_id)
  }
}
