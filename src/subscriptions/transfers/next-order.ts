import { cancelUnpaidOrder } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { updateSubscription, type SubscriptionRow } from '../queries.ts'

/** Cancels the order of the next period of a locked subscription. Money that arrives for it later is given back. */
export async function dropNextOrder(
  ctx: Ctx,
  { id, next_order_id }: Pick<SubscriptionRow, 'id' | 'next_order_id'>,
): Promise<void> {
  if (!next_order_id) return
  await cancelUnpaidOrder(ctx, next_order_id)
  await updateSubscription(ctx, id, { next_order_id: null })
}
