import { isClosedByDispute } from '#course-access/index.ts'
import { courseNames } from '#courses/index.ts'
import { money } from '#lib/money/money.ts'
import { getPlanForSale, previewPlanForSale, type PlanForSale } from '#payment-plans/index.ts'
import {
  cancelUnpaidOrder,
  chargeOrder,
  findOpenTransfers,
  getPaidPrice,
  insertOrder,
  isOrderBeingCharged,
  taxQuotes,
  type SubscriptionTerms,
} from '#payments/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { lockMine } from '../change-subscription.ts'
import type * as contract from '../contract.ts'
import { viewSubscription } from '../list-subscriptions.ts'
import { openPaymentPage } from '../period-orders.ts'
import {
  findOpenPeriod,
  selectPeriods,
  selectSubscriptions,
  updateSubscription,
  type SubscriptionRow,
} from '../queries.ts'
import { actionAt } from '../rules/transfers.ts'
import { dropNextOrder } from '../transfers/next-order.ts'
import { planChange, type PlanChange } from '../rules/plan-change.ts'
import { applyChange, changeTerms } from './apply-change.ts'
import { cancelOpenChange } from './cancel-change.ts'
import { findOpenChange, selectChanges, type ChangeRow } from './queries.ts'

/** A preview holds for this long. */
const previewMs = 15 * 60_000

interface Quote {
  subscription: SubscriptionRow
  plan: { id: string; name: string; terms: SubscriptionTerms }
  change: PlanChange
}

/** What a change to this plan costs now, and which courses it opens and closes. */
export async function previewPlanChange(
  ctx: Ctx,
  { id, plan_id }: Input<typeof contract.previewPlanChange>,
): Promise<Reply<typeof contract.previewPlanChange>> {
  const row = await selectSubscriptions(ctx).where('s.id', '=', id).executeTakeFirst()
  const subscription = ensureFound(row?.user_id === ctx.actor.id ? row : undefined)
  const sold = await previewPlanForSale(ctx, plan_id)
  const { plan, change } = await quoteChange(ctx, { subscription, sold, at: ctx.now })
  const { currency, user_id } = subscription
  const quote = await taxQuotes(ctx, [user_id])
  const costOf = (price: number) => quote({ user_id, price, currency })
  const { takes_effect, unused, price, credit_used, credit_left, charge, period } = change
  const due = costOf(charge)
  return {
    title: plan.name,
    currency,
    takes_effect,
    unused,
    price,
    credit_used,
    credit_left,
    taxes: due.taxes,
    due: due.total,
    next_amount: costOf(change.next_charge).total,
    next_at: period.ends_at,
    prorated_at: ctx.now,
    closing_courses: await namesOfClosing(ctx, subscription.terms.course_ids, plan.terms.course_ids),
  }
}

async function namesOfClosing(ctx: Ctx, before: readonly string[], after: readonly string[]) {
  const names = await courseNames(
    ctx,
    before.filter((id) => !after.includes(id)),
  )
  return [...names.values()]
}

/** Changes the plan of a subscription: a cheaper plan begins at the end of the period, another one once it is paid. */
export async function changeMyPlan(
  ctx: CtxWithoutTx,
  { id, with_card, ...requested }: Input<typeof contract.changeMyPlan>,
): Promise<Reply<typeof contract.changeMyPlan>> {
  const prepared = await ctx.transact((tx) => prepareChange(tx, { id, ...requested }))
  if (prepared === 'done') return { is_done: true, url: null }
  const { order_id, card_id, description } = prepared
  if (with_card) {
    const outcome = await chargeOrder(ctx, { order_id, card_id, description })
    if (outcome.kind === 'paid') return { is_done: true, url: null }
    if (outcome.kind === 'unknown') return { is_done: false, url: null }
  }
  return { is_done: false, url: await openPaymentPage(ctx, order_id, description) }
}

interface DueChange {
  order_id: string
  card_id: string | null
  description: string
}

type RequestedChange = Pick<Input<typeof contract.changeMyPlan>, 'id' | 'plan_id' | 'prorated_at'>

async function prepareChange(
  ctx: Ctx,
  { id, plan_id, prorated_at }: RequestedChange,
): Promise<'done' | DueChange> {
  const subscription = await lockMine(ctx, id)
  const at = new Date(prorated_at)
  const age = ctx.now.getTime() - at.getTime()
  if (age < 0 || age > previewMs || (at < subscription.period_start && subscription.period_start <= ctx.now))
    throw new Refusal('preview_outdated')
  const quote = await quoteChange(ctx, { subscription, sold: await getPlanForSale(ctx, plan_id), at })
  await replaceOpenChange(ctx, id)
  const change = await insertChange(ctx, quote)
  if (change.takes_effect === 'period_end') {
    await dropNextOrder(ctx, subscription)
    return 'done'
  }
  if (change.order_id === null) {
    await applyChange(ctx, subscription, change)
    return 'done'
  }
  return { order_id: change.order_id, card_id: subscription.card_id, description: change.title }
}

/** Two changes end at one: the later one replaces an earlier one, unless that is being paid this moment. */
async function replaceOpenChange(ctx: Ctx, subscription_id: string) {
  const { order_id } = (await findOpenChange(ctx, subscription_id)) ?? {}
  if (order_id && ((await isOrderBeingCharged(ctx, order_id)) || !(await cancelUnpaidOrder(ctx, order_id))))
    throw new Refusal('plan_change_in_progress')
  await cancelOpenChange(ctx, subscription_id)
}

async function quoteChange(
  ctx: Ctx,
  { subscription, sold, at }: { subscription: SubscriptionRow; sold: PlanForSale; at: Date },
): Promise<Quote> {
  const { id, user_id, terms, status, credit, currency, period_start, period_end } = subscription
  const isRunning = (status === 'active' || status === 'trialing') && !subscription.cancel_at_period_end
  const isPaidAhead = status === 'active' && period_start > ctx.now
  const isOver = period_end <= ctx.now
  if (terms.kind !== 'subscription' || !isRunning || isPaidAhead || isOver || (await findOpenPeriod(ctx, id)))
    throw new Refusal('plan_not_changeable')
  if (subscription.next_order_id && (await isInReview(ctx, subscription.next_order_id)))
    throw new Refusal('plan_not_changeable')
  // Nobody pays for courses that stay closed.
  if (await isClosedByDispute(ctx, subscription)) throw new Refusal('plan_disputed')
  if (sold.terms.kind !== 'subscription' || sold.terms.currency !== currency) throw new Refusal('not_found')
  if (await hasSubscription(ctx, user_id, sold.id)) throw new Refusal('plan_owned_already')
  const to = changeTerms(sold.terms)
  const from = {
    terms,
    isTrial: status === 'trialing',
    period: { starts_at: period_start, ends_at: period_end },
    value: money(await valueOfPeriod(ctx, subscription), currency),
    credit,
  }
  return { subscription, plan: { ...sold, terms: to }, change: planChange(from, to, at) }
}

const isInReview = async (ctx: Ctx, order_id: string) =>
  (await findOpenTransfers(ctx, [order_id])).get(order_id)?.state === 'submitted'

async function hasSubscription(ctx: Ctx, user_id: string, plan_id: string) {
  const row = await selectSubscriptions(ctx)
    .where('s.user_id', '=', user_id)
    .where('s.plan_id', '=', plan_id)
    .where('s.status', 'not in', ['completed', 'canceled'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What was paid for the current period, with the credit that it used. */
async function valueOfPeriod(ctx: Ctx, { id, period_no }: SubscriptionRow): Promise<number> {
  const period = await selectPeriods(ctx, [id]).where('p.period_no', '=', period_no).executeTakeFirst()
  if (period?.status !== 'paid') return 0
  const paid = period.order_id ? await getPaidPrice(ctx, period.order_id) : 0
  return paid + period.credit_used
}

async function insertChange(ctx: Ctx, { subscription, plan, change }: Quote): Promise<ChangeRow> {
  const { tx, school_id, now } = ctx
  const { user_id, currency, period_no, line_id: plan_line_id } = subscription
  const { takes_effect, price, credit_used, credit_left, charge } = change
  const { id: plan_id, name: title, terms } = plan
  const sold = { kind: 'plan_period', plan_id, plan_line_id } as const
  const line = { ...sold, title, gross: price, discount: credit_used }
  const order =
    charge > 0 ? await insertOrder(ctx, { buyer_id: user_id, currency, lines: [line] }) : { id: null }
  const id = newId()
  await tx
    .insertInto('subscription_changes')
    .values({
      school_id,
      id,
      subscription_id: subscription.id,
      plan_id,
      title,
      terms: JSON.stringify(terms),
      takes_effect,
      from_period_no: period_no,
      credit_used,
      credit_left,
      order_id: order.id,
      status: 'open',
      created_at: now,
    })
    .execute()
  await ctx.audit('subscription.change_requested', ['subscription', subscription.id], {
    plan_id,
    takes_effect,
  })
  return selectChanges(ctx).where('c.id', '=', id).executeTakeFirstOrThrow()
}

/** Keeps the present plan instead of the one that would begin at the end of the period. */
export async function cancelMyPlanChange(
  ctx: Ctx,
  { id }: Input<typeof contract.cancelMyPlanChange>,
): Promise<Reply<typeof contract.cancelMyPlanChange>> {
  const { pays_by, period_end } = await lockMine(ctx, id)
  const change = await findOpenChange(ctx, id)
  if (change?.takes_effect === 'period_end') {
    await cancelOpenChange(ctx, id)
    await updateSubscription(ctx, id, { next_action_at: actionAt(pays_by, period_end) })
  }
  return viewSubscription(ctx, id)
}
