import { limitEntitlements } from '#course-access/index.ts'
import { chargeOrder, getOrderState, requireChargeKeys, type ChargeOutcome } from '#payments/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { amountOfPeriod, chargeAfterCredit, lastPeriodNo } from './rules/amounts.ts'
import { nextChargeAt } from './rules/dunning.ts'
import { findOpenChange } from './plan-changes/queries.ts'
import { orderPeriod } from './period-orders.ts'
import { findTransferFacts, orderNextPeriod, remindOfTransfer } from './transfers/bill-transfers.ts'
import { withScheduledChange } from './plan-changes/apply-change.ts'
import { endSubscription } from './end-subscription.ts'
import { mailFailedPayment, mailSuspended } from './mails.ts'
import { periodAt } from './rules/periods.ts'
import {
  findOpenPeriod,
  lockSubscription,
  selectPeriods,
  updatePeriod,
  updateSubscription,
  type PeriodRow,
  type SubscriptionRow,
} from './queries.ts'
import { accessEnd, nextStep } from './rules/states.ts'

const minute = 60_000
/** A charge that was started and reports nothing for this long was interrupted. */
const leaseMs = 15 * minute
/** Pause before the provider is asked again about an unknown result. */
const unknownPauseMs = 10 * minute
/** Pause before the card is charged although the person began a transfer, if that has ended meanwhile. */
const transferPauseMs = 60 * minute
/** A period that opens later than this, after an outage, is due when it opens. */
const maxLateMs = 24 * 60 * minute
/** Steps in one run: after a long outage several periods may open. */
const maxSteps = 12

interface Charge {
  period: PeriodRow
  subscription: SubscriptionRow
}

/** Does everything that is due of a subscription. Safe to repeat, and to run several times at once: each charge happens once. */
export async function billSubscription(ctx: CtxWithoutTx, subscription_id: string): Promise<void> {
  for (let step = 0; step < maxSteps; step++) {
    const taken = await ctx.transact((tx) => takeStep(tx, subscription_id))
    if (taken === 'wait') return
    if (taken === 'continue') continue
    const { period, subscription } = taken
    const { card_id, title: description, pays_by } = subscription
    // A school that takes no transfers any more charges the card instead.
    const replacesTransfer = pays_by === 'bank_transfer'
    const order_id = period.order_id!
    const outcome = await chargeOrder(ctx, { order_id, card_id, description, replacesTransfer })
    await ctx.transact((tx) => recordOutcome(tx, taken, outcome))
  }
}

async function takeStep(ctx: Ctx, id: string): Promise<'wait' | 'continue' | Charge> {
  const subscription = await lockSubscription(ctx, id)
  if (!subscription) return 'wait'
  const open = (await findOpenPeriod(ctx, id)) ?? null
  const last_no = lastPeriodNo(subscription.terms)
  const { isByTransfer, order_at, ...review } = await findTransferFacts(ctx, subscription, {
    open,
    hasChange: (await findOpenChange(ctx, id)) !== undefined,
  })
  const step = nextStep({ ...subscription, last_no, order_at }, open && { ...open, ...review }, ctx.now)
  switch (step.kind) {
    case 'wait':
      await updateSubscription(ctx, id, { next_action_at: step.until })
      return 'wait'
    case 'open_period':
      await openPeriod(ctx, subscription, step.period_no)
      return 'continue'
    case 'order_next':
      await orderNextPeriod(ctx, subscription)
      return 'continue'
    case 'charge':
      if (isByTransfer) {
        await remindOfTransfer(ctx, subscription, open!)
        return 'continue'
      }
      await requireChargeKeys(ctx, { order_id: open!.order_id!, card_id: subscription.card_id })
      return startCharge(ctx, subscription, open!)
    case 'suspend':
      await updateSubscription(ctx, id, { status: 'unpaid' })
      await ctx.audit('subscription.suspended', ['subscription', id])
      await mailSuspended(ctx, subscription)
      return 'continue'
    case 'cancel':
      await endSubscription(ctx, subscription, open ? 'unpaid' : 'period_end')
      return 'continue'
  }
}

/** Opens the next period, with the order that pays it. Ten billers open it once: only one of them finds the former number. */
export async function openPeriod(ctx: Ctx, current: SubscriptionRow, period_no: number): Promise<void> {
  const { tx, school_id, now } = ctx
  const subscription = await withScheduledChange(ctx, current)
  const { id, terms, anchor_at, anchor_no, currency } = subscription
  const { starts_at, ends_at } = periodAt(anchor_at, terms.interval, period_no - anchor_no)
  const price = amountOfPeriod(terms, period_no)
  const { charge, credit } = chargeAfterCredit(price, subscription.credit, currency)
  const advanced = await tx
    .updateTable('subscriptions')
    .set({
      period_no,
      period_start: starts_at,
      period_end: ends_at,
      credit,
      next_order_id: null,
      status: subscription.status === 'trialing' ? 'active' : subscription.status,
      next_action_at: now,
      updated_at: now,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('period_no', '=', subscription.period_no)
    .returning('id')
    .executeTakeFirst()
  if (!advanced) return
  await insertPeriod(ctx, subscription, { period_no, starts_at, ends_at, price, charge })
}

interface NewPeriod {
  period_no: number
  starts_at: Date
  ends_at: Date
  price: number
  /** What is left of the price after credit. */
  charge: number
}

/** A period that costs nothing is paid at once; another one gets the order that pays it. */
async function insertPeriod(
  ctx: Ctx,
  subscription: SubscriptionRow,
  { price, charge, ...period }: NewPeriod,
) {
  const { tx, school_id, now } = ctx
  const { id, line_id } = subscription
  const { starts_at, ends_at } = period
  const isLate = now.getTime() - starts_at.getTime() > maxLateMs
  const credit_used = price - charge
  const order_id = charge > 0 ? await orderOfPeriod(ctx, subscription, { price, credit_used }) : null
  const state = order_id === null ? { status: 'paid', paid_at: now } : { status: 'open', next_try_at: now }
  await tx
    .insertInto('subscription_periods')
    .values({
      school_id,
      subscription_id: id,
      ...period,
      amount: charge,
      credit_used,
      due_at: isLate ? now : starts_at,
      order_id,
      ...state,
    })
    .execute()
  if (order_id === null)
    await limitEntitlements(ctx, line_id, accessEnd({ ...subscription, paid_until: ends_at }))
}

/** The order that the person got before the period began, or a new one. */
async function orderOfPeriod(
  ctx: Ctx,
  subscription: SubscriptionRow,
  amounts: { price: number; credit_used: number },
): Promise<string> {
  const { next_order_id } = subscription
  if (next_order_id && isPayableOrPaid(await getOrderState(ctx, next_order_id))) return next_order_id
  return (await orderPeriod(ctx, subscription, amounts)).id
}

const isPayableOrPaid = ({ status }: { status: string }) =>
  status === 'awaiting_payment' || status === 'partially_paid' || status === 'paid'

/** Takes the charge of a period for this biller: another one that comes meanwhile finds a later time. */
async function startCharge(
  { tx, school_id, now }: Ctx,
  subscription: SubscriptionRow,
  period: PeriodRow,
): Promise<'continue' | Charge> {
  const taken = await tx
    .updateTable('subscription_periods')
    .set({ tries: period.tries + 1, next_try_at: new Date(now.getTime() + leaseMs) })
    .where('school_id', '=', school_id)
    .where('subscription_id', '=', subscription.id)
    .where('period_no', '=', period.period_no)
    .where('tries', '=', period.tries)
    .where('status', '=', 'open')
    .returning('tries')
    .executeTakeFirst()
  return taken ? { subscription, period: { ...period, tries: taken.tries } } : 'continue'
}

/** Plans the next charge after one that did not succeed. A success was recorded with its payment. */
async function recordOutcome(ctx: Ctx, { subscription: { id }, period }: Charge, outcome: ChargeOutcome) {
  if (outcome.kind === 'paid') return
  const subscription = await lockSubscription(ctx, id)
  const current = await selectPeriods(ctx, [id])
    .where('p.period_no', '=', period.period_no)
    .executeTakeFirst()
  if (!subscription || current?.status !== 'open' || current.tries !== period.tries) return
  if (outcome.kind === 'unknown' || outcome.kind === 'transfer_open') {
    const pauseMs = outcome.kind === 'unknown' ? unknownPauseMs : transferPauseMs
    const next_try_at = new Date(ctx.now.getTime() + pauseMs)
    await updatePeriod(ctx, current, { tries: period.tries - 1, next_try_at })
    return
  }
  const code = outcome.kind === 'declined' ? outcome.code : outcome.kind
  const isHard = outcome.kind !== 'declined' || outcome.isHard
  const next_try_at = isHard ? null : nextChargeAt(period.due_at, period.tries)
  await updatePeriod(ctx, current, { next_try_at, last_decline: code })
  if (subscription.status !== 'unpaid') await updateSubscription(ctx, id, { status: 'past_due' })
  const { total } = await getOrderState(ctx, current.order_id!)
  await mailFailedPayment(ctx, subscription, { ...current, total, next_try_at })
}
