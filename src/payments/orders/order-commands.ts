import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { insertRefund } from '../records/insert-refund.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrder, selectLines } from './order-queries.ts'

/** Cancels an order of which nothing was paid. Returns whether it is canceled. A payment that arrives later still counts. */
export async function cancelUnpaidOrder(ctx: Ctx, order_id: string): Promise<boolean> {
  const order = await lockOrder(ctx, order_id)
  if (order.status === 'awaiting_payment') await cancelOrder(ctx, order_id)
  return order.status === 'awaiting_payment' || order.status === 'canceled'
}

/** Gives back a part of a paid order that pays for nothing any more, without anybody's request. */
export async function refundSurplus(ctx: Ctx, order_id: string, amount: number): Promise<void> {
  await lockOrder(ctx, order_id)
  const [line] = await selectLines(ctx, [order_id]).execute()
  const payment = ensureFound(
    await ctx.tx
      .selectFrom('payments')
      .where('school_id', '=', ctx.school_id)
      .where('order_id', '=', order_id)
      .where('applied_amount', '>=', amount)
      .orderBy('created_at')
      .select('id')
      .executeTakeFirst(),
  )
  const lines = [{ line_id: line!.id, amount }]
  await insertRefund(ctx, {
    order_id,
    payment_id: payment.id,
    amount,
    kind: 'order',
    reason: '',
    isAutomatic: true,
    lines,
  })
}

/** Total and status of an order. */
export async function getOrderState(ctx: Ctx, order_id: string): Promise<{ total: number; status: string }> {
  const { total, status } = await lockOrder(ctx, order_id)
  return { total, status }
}
