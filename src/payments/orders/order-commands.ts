import { fractionOf, money } from '#lib/money/money.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { insertRefund } from '../records/insert-refund.ts'
import { isLive, selectAttempts } from '../records/attempt-queries.ts'
import { endWaitingTransfers, isBankTransfer } from '../records/bank-transfer.ts'
import { cancelOrder } from './cancel-order.ts'
import { lockOrder, selectLines, selectOrders } from './order-queries.ts'

/** Cancels an order of which nothing was paid. Returns whether it is canceled. A payment that arrives later still counts. */
export async function cancelUnpaidOrder(ctx: Ctx, order_id: string): Promise<boolean> {
  const order = await lockOrder(ctx, order_id)
  if (order.status === 'awaiting_payment') {
    await cancelOrder(ctx, order_id)
    await endWaitingTransfers(ctx, [order_id])
  }
  return order.status === 'awaiting_payment' || order.status === 'canceled'
}

/** Gives back a part of a paid order that pays for nothing any more, without anybody's request. */
export async function refundSurplus(ctx: Ctx, order_id: string, amount: number): Promise<void> {
  await lockOrder(ctx, order_id)
  const [line] = await selectLines(ctx, [order_id]).execute()
  const payments = await ctx.tx
    .selectFrom('payments')
    .where('school_id', '=', ctx.school_id)
    .where('order_id', '=', order_id)
    .orderBy('created_at', 'desc')
    .select(['id', 'applied_amount'])
    .execute()
  let left = amount
  for (const { id: payment_id, applied_amount } of payments) {
    const part = Math.min(left, applied_amount)
    if (part === 0) continue
    left -= part
    const lines = [{ line_id: line!.id, amount: part }]
    const refund = {
      order_id,
      payment_id,
      amount: part,
      kind: 'order',
      reason: '',
      isAutomatic: true,
    } as const
    await insertRefund(ctx, { ...refund, lines })
  }
}

/** Ends the transfers of these orders that have no proof, because they are paid in another way. */
export async function endOrderTransfers(ctx: Ctx, order_ids: readonly string[]): Promise<void> {
  for (const id of order_ids) await lockOrder(ctx, id)
  await endWaitingTransfers(ctx, order_ids)
}

/** Total and status of an order. */
export async function getOrderState(ctx: Ctx, order_id: string): Promise<{ total: number; status: string }> {
  const { total, status } = await lockOrder(ctx, order_id)
  return { total, status }
}

/** Totals of orders with their taxes, by id. */
export async function findOrderTotals(ctx: Ctx, order_ids: readonly string[]): Promise<Map<string, number>> {
  if (order_ids.length === 0) return new Map()
  const rows = await selectOrders(ctx)
    .where('o.id', 'in', [...order_ids])
    .execute()
  return new Map(rows.map(({ id, total }) => [id, total]))
}

/** What a buyer paid for an order before added tax and after discounts, without what was or will be given back. */
export async function getPaidPrice(ctx: Ctx, order_id: string): Promise<number> {
  const { currency } = ensureFound(await selectOrders(ctx).where('o.id', '=', order_id).executeTakeFirst())
  const lines = await selectLines(ctx, [order_id]).execute()
  return lines.reduce((sum, { gross, discount, net, refund_reserved }) => {
    if (net === 0) return sum + gross - discount
    const unrefunded = { numerator: net - refund_reserved, denominator: net }
    return sum + fractionOf(money(gross - discount, currency), unrefunded, 'half_up').minor
  }, 0)
}

/** Whether a saved card is being charged for an order, with a result that is not known yet. */
export async function isOrderBeingCharged(ctx: Ctx, order_id: string): Promise<boolean> {
  const attempts = await selectAttempts(ctx).where('a.order_id', '=', order_id).execute()
  return attempts.some(
    (attempt) => isLive(attempt) && attempt.checkout_url === null && !isBankTransfer(attempt),
  )
}
