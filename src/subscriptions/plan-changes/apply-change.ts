import { replaceEntitlements } from '#course-access/index.ts'
import { openPaidEnrolment } from '#learning/index.ts'
import { getOrderState, refundSurplus, type SubscriptionTerms } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { actionAt } from '../rules/transfers.ts'
import { dropNextOrder } from '../transfers/next-order.ts'
import { periodAt } from '../rules/periods.ts'
import { findOpenPeriod, lockSubscription, updateSubscription, type SubscriptionRow } from '../queries.ts'
import { accessEnd } from '../rules/states.ts'
import { cancelOpenChange } from './cancel-change.ts'
import { closeChange, findOpenChange, selectChanges, type ChangeRow } from './queries.ts'

/** The change that an order pays, if it is one. */
export const findChangeOfOrder = (ctx: Ctx, order_id: string): Promise<ChangeRow | undefined> =>
  selectChanges(ctx).where('c.order_id', '=', order_id).executeTakeFirst()

/** A change was paid: it happens now, unless it was canceled or the subscription went on meanwhile. */
export async function recordChangePayment(ctx: Ctx, { id, subscription_id }: ChangeRow): Promise<void> {
  const subscription = (await lockSubscription(ctx, subscription_id))!
  const change = await selectChanges(ctx).where('c.id', '=', id).executeTakeFirstOrThrow()
  const order_id = change.order_id!
  if (change.status === 'open' && (await isApplicable(ctx, subscription, change)))
    return applyChange(ctx, subscription, change)
  const { total } = await getOrderState(ctx, order_id)
  await refundSurplus(ctx, order_id, total)
  if (change.status === 'open') await closeChange(ctx, id, 'canceled')
}

async function isApplicable(ctx: Ctx, subscription: SubscriptionRow, { from_period_no }: ChangeRow) {
  const { status, cancel_at_period_end, period_no } = subscription
  const isRunning = (status === 'active' || status === 'trialing') && !cancel_at_period_end
  return isRunning && period_no === from_period_no && !(await findOpenPeriod(ctx, subscription.id))
}

/** Makes a change of a locked subscription that happens now: a period of the new plan begins, or the trial goes on. */
export async function applyChange(ctx: Ctx, subscription: SubscriptionRow, change: ChangeRow): Promise<void> {
  const { id, status } = subscription
  await dropNextOrder(ctx, subscription)
  const next = status === 'trialing' ? planOf(change) : await beginPeriod(ctx, subscription, change)
  await updateSubscription(ctx, id, next)
  await openCourses(ctx, { ...subscription, ...next })
  await recordDone(ctx, change)
}

const planOf = ({ plan_id, title, terms }: ChangeRow) => ({ plan_id, title, terms })

async function beginPeriod(
  { tx, school_id, now }: Ctx,
  { id, period_no, pays_by }: SubscriptionRow,
  change: ChangeRow,
) {
  const { terms, credit_used, credit_left: credit, order_id } = change
  const next_no = period_no + 1
  const { starts_at, ends_at } = periodAt(now, terms.interval, 0)
  await tx
    .insertInto('subscription_periods')
    .values({
      school_id,
      subscription_id: id,
      period_no: next_no,
      amount: terms.amount - credit_used,
      credit_used,
      starts_at,
      ends_at,
      due_at: now,
      order_id,
      status: 'paid',
      paid_at: now,
    })
    .execute()
  return {
    ...planOf(change),
    credit,
    anchor_at: now,
    anchor_no: next_no,
    period_no: next_no,
    period_start: starts_at,
    period_end: ends_at,
    next_action_at: actionAt(pays_by, ends_at),
  }
}

/** The new plan's courses open, those that it does not have close, and the others stay open with their progress. */
async function openCourses(ctx: Ctx, subscription: SubscriptionRow) {
  const { user_id, line_id, status, cancel_at_period_end, period_end } = subscription
  const { course_ids } = subscription.terms
  await replaceEntitlements(ctx, {
    user_id,
    line_id,
    course_ids,
    reason: status === 'trialing' ? 'trial' : 'paid',
    ends_at: accessEnd({ status, cancel_at_period_end, paid_until: period_end }),
  })
  for (const course_id of course_ids)
    await openPaidEnrolment(ctx, { course_id, student_id: user_id, tier: null })
}

async function recordDone(ctx: Ctx, { id, subscription_id, plan_id, takes_effect }: ChangeRow) {
  await closeChange(ctx, id, 'done')
  const details = { plan_id, takes_effect }
  await ctx.audit('subscription.plan_changed', ['subscription', subscription_id], details)
}

/**
 * The subscription as its next period finds it: a change at the period's end happens, and one that was not paid is
 * canceled.
 */
export async function withScheduledChange(ctx: Ctx, subscription: SubscriptionRow): Promise<SubscriptionRow> {
  const { id, anchor_no, period_no, period_end } = subscription
  const change = await findOpenChange(ctx, id)
  if (!change) return subscription
  if (change.takes_effect === 'now') {
    await cancelOpenChange(ctx, id)
    return subscription
  }
  // A resumption after a pause has set the anchor already.
  const isAnchored = anchor_no === period_no + 1
  const next = {
    ...planOf(change),
    ...(!isAnchored && { anchor_at: period_end, anchor_no: period_no + 1 }),
  }
  await updateSubscription(ctx, id, next)
  const changed = { ...subscription, ...next }
  await openCourses(ctx, changed)
  await recordDone(ctx, change)
  return changed
}

/** Terms of a plan for a person who has a subscription: neither a second trial nor a coupon. */
export const changeTerms = ({
  trial_needs_card: _trial,
  ...terms
}: SubscriptionTerms): SubscriptionTerms => ({
  ...terms,
  trial_days: 0,
  free_months: 0,
})
