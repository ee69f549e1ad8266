import { money } from '#lib/money/money.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { lockOrder } from '../orders/order-queries.ts'
import type { PaidPayment, ProviderMode } from '../providers/provider.ts'
import { findAttempt } from '../records/attempt-queries.ts'
import { insertPayment } from '../records/insert-payment.ts'
import { insertRefund } from '../records/insert-refund.ts'
import type { QuarantinedRow } from '../records/quarantine-queries.ts'
import { recordPayment } from '../settlement/record-payment.ts'

/** Counts the money for its order like any payment: a part leaves the order partly paid, a surplus is given back. */
export async function acceptQuarantined(ctx: Ctx, row: QuarantinedRow, found: PaidPayment): Promise<void> {
  if (await findPaymentOf(ctx, row)) throw new Refusal('payment_of_other_order')
  const attempt = (await findAttempt(ctx, row.id))!
  const order = await lockOrder(ctx, row.order_id)
  await recordPayment(ctx, { attempt, order, found: { ...found, reference: attempt.reference } })
}

/** Requests the refund of the whole payment. */
export async function returnQuarantined(ctx: Ctx, row: QuarantinedRow): Promise<void> {
  const { order_id } = row
  const stored = await findPaymentOf(ctx, row)
  if (stored && stored.attempt_id !== row.id) throw new Refusal('payment_of_other_order')
  const amount = Number(row.found_amount)
  const payment_id = stored?.id ?? (await insertReported(ctx, row))
  await insertRefund(ctx, { order_id, payment_id, amount, kind: 'quarantined', reason: '', lines: [] })
}

const findPaymentOf = ({ tx, school_id }: Ctx, { provider, transaction_id }: QuarantinedRow) =>
  tx
    .selectFrom('payments')
    .where('school_id', '=', school_id)
    .where('provider', '=', provider)
    .where('transaction_id', '=', transaction_id)
    .select(['id', 'attempt_id'])
    .executeTakeFirst()

/** Money of another reference becomes a payment of the order only now, so that it can be refunded. */
async function insertReported(ctx: Ctx, row: QuarantinedRow): Promise<string> {
  const id = await insertPayment(ctx, {
    order_id: row.order_id,
    attempt: { id: row.id, provider: row.provider },
    found: {
      transaction_id: row.transaction_id,
      mode: row.found_mode as ProviderMode,
      method: row.method,
      amount: money(Number(row.found_amount), row.found_currency),
      fee: null,
      paid_at: row.paid_at,
    },
    applied: 0,
    quarantine_reason: 'reference',
  })
  return id!
}
