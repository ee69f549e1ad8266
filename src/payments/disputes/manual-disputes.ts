import type { Ctx } from '#tenancy/context/request-context.ts'
import { money } from '#lib/money/money.ts'
import { Refusal, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getOrderView } from '../orders/get-order.ts'
import { findDisputeRow } from '../records/dispute-queries.ts'
import { recordDispute } from './record-dispute.ts'

/** Flutterwave reports no disputes by its API: staff see them in its dashboard and record them here. */
function ensureManual(provider: string) {
  if (provider !== 'flutterwave') throw new Refusal('dispute_reported_by_provider')
}

export async function recordManualDispute(
  ctx: Ctx,
  {
    id,
    payment_id,
    provider_dispute_id,
    amount,
    reason = '',
    due_at,
  }: Input<typeof contract.recordManualDispute>,
): Promise<Reply<typeof contract.recordManualDispute>> {
  const payment = ensureFound(
    await ctx.tx
      .selectFrom('payments')
      .where('school_id', '=', ctx.school_id)
      .where('order_id', '=', id)
      .where('id', '=', payment_id)
      .select(['id', 'order_id', 'provider', 'amount', 'currency'])
      .executeTakeFirst(),
  )
  ensureManual(payment.provider)
  await recordDispute(ctx, payment, {
    provider_dispute_id: provider_dispute_id.trim(),
    state: 'open',
    amount: money(Math.min(amount ?? payment.amount, payment.amount), payment.currency),
    reason: reason.trim(),
    due_at: due_at === undefined ? null : new Date(due_at),
    fee: null,
  })
  return getOrderView(ctx, id)
}

export async function closeManualDispute(
  ctx: Ctx,
  { id, result }: Input<typeof contract.closeManualDispute>,
): Promise<Reply<typeof contract.closeManualDispute>> {
  const dispute = ensureFound(await findDisputeRow(ctx, id))
  ensureManual(dispute.provider)
  if (dispute.state !== 'open') throw new Refusal('dispute_closed')
  const { payment_id, order_id, provider_dispute_id, amount, currency, reason, due_at } = dispute
  await recordDispute(
    ctx,
    { id: payment_id, order_id },
    { provider_dispute_id, state: result, amount: money(amount, currency), reason, due_at, fee: null },
  )
  return getOrderView(ctx, order_id)
}
