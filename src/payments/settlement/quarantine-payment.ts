import type { Ctx } from '#tenancy/context/request-context.ts'
import { addAttention } from '../orders/attention.ts'
import type { OrderRow } from '../orders/order-queries.ts'
import type { PaidPayment } from '../providers/provider.ts'
import { updateAttempt, type AttemptRow } from '../records/attempt-queries.ts'
import { insertPayment } from '../records/insert-payment.ts'

interface Finding {
  attempt: AttemptRow
  order: OrderRow
  found: PaidPayment
}

/**
 * Stores a payment that does not fit its attempt, for people to decide about. Money of another reference is no payment of this order
 * until they do, because it may belong to the attempt with that reference. Returns the attempt's state.
 */
export async function quarantinePayment(
  ctx: Ctx,
  { attempt, order, found }: Finding,
  reason: 'reference' | 'currency' | 'mode',
): Promise<string> {
  if (attempt.state === 'quarantined') return attempt.state
  if (reason !== 'reference')
    await insertPayment(ctx, { order_id: order.id, attempt, found, applied: 0, quarantine_reason: reason })
  await insertQuarantined(ctx, { attempt, order, found }, reason)
  await updateAttempt(ctx, attempt.id, { state: 'quarantined', failure_code: reason })
  await addAttention(ctx, order.id, 'payment_quarantined')
  await ctx.audit('order.payment_quarantined', ['order', order.id], { reason, provider: attempt.provider })
  const { provider } = attempt
  ctx.log.error({ order_id: order.id, attempt_id: attempt.id, provider, reason }, 'payment quarantined')
  return 'quarantined'
}

const insertQuarantined = ({ tx, school_id, now }: Ctx, { attempt, order, found }: Finding, reason: string) =>
  tx
    .insertInto('quarantined_payments')
    .values({
      id: attempt.id,
      school_id,
      order_id: order.id,
      provider: attempt.provider,
      payment_account_id: attempt.payment_account_id,
      reason,
      transaction_id: found.transaction_id,
      method: found.method.slice(0, 60),
      expected_reference: attempt.reference,
      expected_amount: attempt.amount,
      expected_currency: attempt.currency,
      expected_mode: attempt.mode,
      found_reference: found.reference.slice(0, 200),
      found_amount: found.amount.minor,
      found_currency: found.amount.currency,
      found_mode: found.mode,
      paid_at: found.paid_at,
      created_at: now,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .execute()
