import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getOrderView } from '../orders/get-order.ts'
import { isRefundable } from '../orders/order-state.ts'
import { lockOrder, selectLines } from '../orders/order-queries.ts'
import { insertRefund } from '../records/insert-refund.ts'
import { withSeatAmounts } from './seat-refunds.ts'
import { coveredLines, distributeRefund, refundableLines } from './refund-amounts.ts'

/** Requests the refund of an order, or of some of its lines. Access ends when the provider has confirmed it. */
export async function requestRefund(
  ctx: Ctx,
  { id, lines: requested, reason = '', ends_access = false }: Input<typeof contract.refundOrder>,
): Promise<Reply<typeof contract.refundOrder>> {
  const order = await lockOrder(ctx, id)
  if (!isRefundable(order.status) || order.paid_amount === 0) throw new Refusal('order_not_refundable')
  const stored = await selectLines(ctx, [id]).execute()
  const requestedLines =
    requested && (await withSeatAmounts(ctx, { stored, requested, currency: order.currency }))
  // A part of the price is given back as a whole: it has bought nothing.
  const lines =
    order.status === 'partially_paid'
      ? coveredLines(stored, order.paid_amount - order.refund_reserved)
      : refundableLines(stored, requestedLines)
  if (!lines) throw new Refusal('refund_above_remainder')
  const payments = await ctx.tx
    .selectFrom('payments')
    .where('school_id', '=', ctx.school_id)
    .where('order_id', '=', id)
    .where('applied_amount', '>', 0)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'amount', 'refund_reserved'])
    .execute()
  const parts = distributeRefund(lines, payments)
  if (!parts) throw new Refusal('refund_above_remainder')
  for (const part of parts)
    await insertRefund(ctx, { order_id: id, kind: 'order', reason: reason.trim(), ends_access, ...part })
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  await ctx.audit('order.refund_requested', ['order', id], { amount, currency: order.currency })
  return getOrderView(ctx, id)
}
