import { isDay, localDay, startOfLocalDay } from '#lib/dates/local-day.ts'
import { money } from '#lib/money/money.ts'
import { Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { transferReviewChanged } from '../plan-events.ts'
import { getOrderView } from '../orders/get-order.ts'
import { isOrderBeingCharged } from '../orders/order-commands.ts'
import { lockOrder, type OrderRow } from '../orders/order-queries.ts'
import { isPayable } from '../orders/order-state.ts'
import { findAttempt, selectAttempts, type AttemptRow } from '../records/attempt-queries.ts'
import { endWaitingTransfers, findOrdersInReview } from '../records/bank-transfer.ts'
import { manualPayment } from '../records/payment-channel.ts'
import { paymentReference } from '../records/payment-reference.ts'
import { recordPayment } from '../settlement/record-payment.ts'
import type * as contract from './manual-contract.ts'
import { insertEntry } from '../records/manual-entries.ts'

export interface ManualPayment {
  amount: number
  method: string
  /** A day in the school's time zone. */
  paid_on: string
  reference?: string | undefined
  note?: string | undefined
}

/** Records money that the school got itself. What is above the price is a refund that staff give back. */
export async function recordManualPayment(
  ctx: Ctx,
  { id, ...payment }: Input<typeof contract.recordManualPayment>,
): Promise<Reply<typeof contract.recordManualPayment>> {
  const order = await lockOrder(ctx, id)
  if (!isPayable(order.status) || order.total === 0) throw new Refusal('order_not_payable')
  if (await isOrderBeingCharged(ctx, id)) throw new Refusal('order_being_charged')
  if ((await findOrdersInReview(ctx, [id])).size > 0) throw new Refusal('transfer_undecided')
  await endWaitingTransfers(ctx, [id])
  await payOrder(ctx, order, payment)
  // The reminders of a plan go on for what is missing.
  const view = await getOrderView(ctx, id)
  if (view.status === 'partially_paid')
    await ctx.emit(transferReviewChanged, { order_id: id, is_in_review: false })
  return view
}

/** Settles an order with money at the school, as a payment of a provider is settled. The order is locked. */
export async function payOrder(ctx: Ctx, order: OrderRow, payment: ManualPayment): Promise<void> {
  const { amount, method, reference = '', note = '' } = payment
  const paid_at = moneyArrivedAt(ctx, payment.paid_on)
  const attempt = await insertManualAttempt(ctx, order)
  const { currency } = order
  await ctx.audit('order.payment_recorded', ['order', order.id], { amount, currency, method })
  await recordPayment(ctx, {
    attempt,
    order,
    found: {
      state: 'paid',
      transaction_id: attempt.id,
      reference: attempt.reference,
      amount: money(amount, currency),
      fee: money(0, currency),
      mode: 'live',
      paid_at,
      method,
      card: null,
    },
  })
  const { id: payment_id } = await ctx.tx
    .selectFrom('payments')
    .where('school_id', '=', ctx.school_id)
    .where('provider', '=', manualPayment)
    .where('transaction_id', '=', attempt.id)
    .select('id')
    .executeTakeFirstOrThrow()
  await insertEntry(ctx, {
    order_id: order.id,
    payment_id,
    method,
    reference: reference.trim(),
    note: note.trim(),
    access_ends_at: null,
  })
}

/** How far back a payment may be recorded. */
const maxAgeDays = 366
const dayMs = 86_400_000

/** Now for today, else noon of the day. */
function moneyArrivedAt({ school, now }: Ctx, day: string): Date {
  const zone = school!.time_zone
  if (day === localDay(zone, now)) return now
  const start = isDay(day) ? startOfLocalDay(zone, day) : now
  const age = now.getTime() - start.getTime()
  if (age <= 0 || age > maxAgeDays * dayMs)
    refuseInvalidField('paid_on', 'not_in_last_year', 'Give a day of the last year.')
  return new Date(start.getTime() + dayMs / 2)
}

/** The live attempt of a payment page stays: what is paid there later is given back. */
async function insertManualAttempt(ctx: Ctx, order: OrderRow): Promise<AttemptRow> {
  const { tx, school_id, now } = ctx
  const id = newId()
  const [last] = await selectAttempts(ctx)
    .where('a.order_id', '=', order.id)
    .orderBy('a.number', 'desc')
    .limit(1)
    .execute()
  await tx
    .insertInto('payment_attempts')
    .values({
      school_id,
      id,
      order_id: order.id,
      number: (last?.number ?? 0) + 1,
      provider: manualPayment,
      payment_account_id: null,
      mode: 'live',
      reference: paymentReference(school_id, id),
      amount: order.total - order.paid_amount,
      currency: order.currency,
      state: 'succeeded',
      saves_card: false,
      expires_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return (await findAttempt(ctx, id))!
}
