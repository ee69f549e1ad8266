import { limitEntitlements } from '#course-access/index.ts'
import { fractionOf, money } from '#lib/money/money.ts'
import { cancelUnpaidOrder, getOrderState, getPaidPrice, refundSurplus } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { lastPeriodNo } from './rules/amounts.ts'
import { billSubscriptionJob } from './job-handles.ts'
import { endSubscription } from './end-subscription.ts'
import { findChangeOfOrder, recordChangePayment } from './plan-changes/apply-change.ts'
import { periodAt } from './rules/periods.ts'
import {
  findOpenPeriod,
  lockSubscription,
  selectPeriods,
  selectSubscriptions,
  updatePeriod,
  updateSubscription,
  type PeriodRow,
  type SubscriptionRow,
} from './queries.ts'
import { openPeriod } from './bill.ts'
import { actionAt } from './rules/transfers.ts'
import { dropNextOrder } from './transfers/next-order.ts'
import { accessEnd, isLive, type SubscriptionStatus } from './rules/states.ts'

/** Records that an order of a later payment was paid: access lasts for its period, or for good after the last instalment. */
export async function recordPeriodPayment(ctx: Ctx, { order_id }: { order_id: string }): Promise<void> {
  const payoff = await findByPayoff(ctx, order_id)
  if (payoff) return recordPayoff(ctx, payoff.id, order_id)
  const change = await findChangeOfOrder(ctx, order_id)
  if (change) return recordChangePayment(ctx, change)
  await openPaidAhead(ctx, order_id)
  const found = await findPeriodOfOrder(ctx, order_id)
  const subscription = found && (await lockSubscription(ctx, found.subscription_id))
  const period = await findPeriodOfOrder(ctx, order_id)
  // The subscription ended, the order was replaced, or everything was paid at once, before this payment arrived.
  if (!subscription || period?.status !== 'open')
    return refundSurplus(ctx, order_id, (await getOrderState(ctx, order_id)).total)
  await updatePeriod(ctx, period, { status: 'paid', paid_at: ctx.now, next_try_at: null, last_decline: null })
  // A smaller sum is left than the order for all remaining payments says.
  if (subscription.payoff_order_id) await cancelUnpaidOrder(ctx, subscription.payoff_order_id)
  const status: SubscriptionStatus =
    period.period_no === lastPeriodNo(subscription.terms) ? 'completed' : 'active'
  await continueAccess(ctx, subscription, { status, paid_until: period.ends_at })
}

/** The next period was paid before it begins: it is opened now, and begins on its day. */
async function openPaidAhead(ctx: Ctx, order_id: string) {
  const found = await selectSubscriptions(ctx).where('s.next_order_id', '=', order_id).executeTakeFirst()
  const subscription = found && (await lockSubscription(ctx, found.id))
  if (subscription?.next_order_id !== order_id || !isLive(subscription.status)) return
  await openPeriod(ctx, subscription, subscription.period_no + 1)
}

async function continueAccess(
  ctx: Ctx,
  { id, line_id, cancel_at_period_end, pays_by }: SubscriptionRow,
  { status, paid_until }: { status: SubscriptionStatus; paid_until: Date },
) {
  const isOver = status === 'completed'
  await updateSubscription(ctx, id, {
    status,
    next_action_at: isOver ? null : actionAt(pays_by, paid_until),
    ...(isOver && { ended_at: ctx.now, cancel_at_period_end: false }),
  })
  await limitEntitlements(ctx, line_id, accessEnd({ status, cancel_at_period_end, paid_until }))
}

const findByPayoff = (ctx: Ctx, order_id: string) =>
  selectSubscriptions(ctx).where('s.payoff_order_id', '=', order_id).executeTakeFirst()

function findPeriodOfOrder({ tx, school_id }: Ctx, order_id: string) {
  return tx
    .selectFrom('subscription_periods')
    .where('school_id', '=', school_id)
    .where('order_id', '=', order_id)
    .orderBy('period_no', 'desc')
    .limit(1)
    .select(['subscription_id', 'period_no', 'amount', 'ends_at', 'status'])
    .executeTakeFirst()
}

/** Pays all remaining instalments. What was paid in the meantime is given back. */
async function recordPayoff(ctx: Ctx, id: string, order_id: string) {
  const subscription = (await lockSubscription(ctx, id))!
  const { terms, status } = subscription
  if (terms.kind !== 'instalments') return
  const { total } = await getOrderState(ctx, order_id)
  if (!isLive(status)) return refundSurplus(ctx, order_id, total)
  const open = await findOpenPeriod(ctx, id)
  const from = open ? open.period_no : subscription.period_no + 1
  const due = terms.amounts.slice(from - 1).reduce((sum, amount) => sum + amount, 0)
  if (open?.order_id) await cancelUnpaidOrder(ctx, open.order_id)
  await dropNextOrder(ctx, subscription)
  await payRemaining(ctx, subscription, { from, open, order_id })
  const price = await getPaidPrice(ctx, order_id)
  if (price > due)
    await refundSurplus(ctx, order_id, partOf(subscription, { total, price, surplus: price - due }))
  await continueAccess(ctx, subscription, { status: 'completed', paid_until: ctx.now })
}

/** The part of an order's total, with its tax, that belongs to a part of its price. */
const partOf = (
  { currency }: SubscriptionRow,
  { total, price, surplus }: { total: number; price: number; surplus: number },
) => fractionOf(money(total, currency), { numerator: surplus, denominator: price }, 'half_up').minor

interface Payoff {
  from: number
  open: PeriodRow | undefined
  order_id: string
}

async function payRemaining(ctx: Ctx, subscription: SubscriptionRow, { from, open, order_id }: Payoff) {
  const { tx, school_id, now } = ctx
  const { id, terms, anchor_at, anchor_no } = subscription
  if (terms.kind !== 'instalments') return
  const paid = { status: 'paid', order_id, paid_at: now, next_try_at: null }
  if (open) await updatePeriod(ctx, open, paid)
  const numbers = terms.amounts
    .map((_amount, index) => index + 1)
    .filter((no) => no >= from && no !== open?.period_no)
  if (numbers.length === 0) return
  await tx
    .insertInto('subscription_periods')
    .values(
      numbers.map((period_no) => ({
        school_id,
        subscription_id: id,
        period_no,
        amount: terms.amounts[period_no - 1]!,
        ...periodAt(anchor_at, terms.interval, period_no - anchor_no),
        due_at: now,
        ...paid,
      })),
    )
    .execute()
}

/**
 * A payment of a plan was given back: the refund of what the current access rests on ends the subscription and its access.
 * A subscription's earlier periods have been used.
 */
export async function recordPaymentRefund(ctx: Ctx, { order_id }: { order_id: string }): Promise<void> {
  const found = await findRefunded(ctx, order_id)
  if (!found) return
  const { subscription, periods } = found
  for (const period of periods) await updatePeriod(ctx, period, { status: 'refunded' })
  const first_no = await firstPaidPeriod(ctx, subscription)
  const isCurrent = periods.some(({ period_no }) => period_no >= first_no)
  if (subscription.kind === 'instalments' || isCurrent) await endSubscription(ctx, subscription, 'refunded')
}

/** The first period of those whose payments the current one rests on: its own, and the periods whose credit it used. */
async function firstPaidPeriod(ctx: Ctx, { id, period_no }: SubscriptionRow): Promise<number> {
  const periods = await selectPeriods(ctx, [id]).execute()
  const used = new Map(periods.map((period) => [period.period_no, period.credit_used]))
  let first = period_no
  while ((used.get(first) ?? 0) > 0) first--
  return first
}

interface DisputedPayment {
  order_id: string
  state: 'open' | 'won' | 'lost'
}

/** A lost dispute of any payment ends the plan: its buyer does not want the charges, and the card is not charged again. */
export async function recordPaymentDispute(ctx: Ctx, { order_id, state }: DisputedPayment): Promise<void> {
  if (state !== 'lost') return
  const found = await findRefunded(ctx, order_id)
  if (!found) return
  const { subscription, periods } = found
  for (const period of periods) await updatePeriod(ctx, period, { status: 'refunded' })
  await endSubscription(ctx, subscription, 'disputed')
}

/** The refund failed after all: the payment counts again. */
export async function restoreRefundedPayment(ctx: Ctx, { order_id }: { order_id: string }): Promise<void> {
  const found = await findRefunded(ctx, order_id)
  if (!found) return
  const { subscription, periods } = found
  for (const period of periods) await updatePeriod(ctx, period, { status: 'paid' })
  if (subscription.status !== 'canceled') return
  const last = periods.at(-1)!
  const isComplete = last.period_no === lastPeriodNo(subscription.terms)
  await updateSubscription(ctx, subscription.id, { ended_at: null })
  await continueAccess(ctx, subscription, {
    status: isComplete ? 'completed' : 'active',
    paid_until: subscription.period_end,
  })
  await ctx.enqueue(billSubscriptionJob, { subscription_id: subscription.id })
}

async function findRefunded(ctx: Ctx, order_id: string) {
  const period = await findPeriodOfOrder(ctx, order_id)
  const subscription = period && (await lockSubscription(ctx, period.subscription_id))
  if (!subscription) return null
  const periods = await selectPeriods(ctx, [subscription.id])
    .where('p.order_id', '=', order_id)
    .orderBy('p.period_no')
    .execute()
  return { subscription, periods }
}
