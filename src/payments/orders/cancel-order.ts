import { releaseCoupon } from '#coupons/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { liveStates, selectAttempts } from '../records/attempt-queries.ts'
import { updateOrder, type OrderRow } from './order-queries.ts'

/** Cancels an unpaid order, and gives back the use of its coupon. The caller has locked the order. */
export async function cancelOrder(ctx: Ctx, id: string): Promise<void> {
  await updateOrder(ctx, id, { status: 'canceled' })
  await releaseCoupon(ctx, id)
}

/** Gives back the use of a coupon after the last payment page of an unpaid order ended. The caller has locked the order. */
export async function releaseCouponOfUnpaid(
  ctx: Ctx,
  { id, paid_amount }: Pick<OrderRow, 'id' | 'paid_amount'>,
): Promise<void> {
  if (paid_amount > 0) return
  const live = await selectAttempts(ctx)
    .where('a.order_id', '=', id)
    .where('a.state', 'in', [...liveStates])
    .limit(1)
    .executeTakeFirst()
  if (!live) await releaseCoupon(ctx, id)
}
