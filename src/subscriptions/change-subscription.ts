import { limitEntitlements } from '#course-access/index.ts'
import { endOrderTransfers, ownsCard } from '#payments/index.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from './contract.ts'
import { endSubscription } from './end-subscription.ts'
import { cancelOpenChange } from './plan-changes/cancel-change.ts'
import { billSubscriptionJob } from './job-handles.ts'
import { viewSubscription } from './list-subscriptions.ts'
import {
  findOpenPeriod,
  lockSubscription,
  updatePeriod,
  updateSubscription,
  type SubscriptionRow,
} from './queries.ts'
import { actionAt } from './rules/transfers.ts'
import { dropNextOrder } from './transfers/next-order.ts'
import { accessEnd, isLive } from './rules/states.ts'

type Own = Reply<typeof contract.cancelMySubscription>

/** The caller's own subscription, locked. */
export async function lockMine(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(ctx, id)
  return ensureFound(subscription?.user_id === ctx.actor.id ? subscription : undefined)
}

export async function cancelMySubscription(
  ctx: Ctx,
  { id, at }: Input<typeof contract.cancelMySubscription>,
): Promise<Own> {
  await cancel(ctx, await lockMine(ctx, id), at)
  return viewSubscription(ctx, id)
}

export async function cancelStudentSubscription(
  ctx: Ctx,
  { id, at }: Input<typeof contract.cancelStudentSubscription>,
): Promise<Reply<typeof contract.cancelStudentSubscription>> {
  await cancel(ctx, ensureFound(await lockSubscription(ctx, id)), at)
  return viewSubscription(ctx, id)
}

/** At the period's end if that is paid; otherwise there is nothing to wait for. Canceling again changes nothing. */
async function cancel(ctx: Ctx, subscription: SubscriptionRow, at: 'now' | 'period_end') {
  const { id, status, line_id, period_end, cancel_at_period_end } = subscription
  if (!isLive(status)) return
  const isPaid = (await findOpenPeriod(ctx, id)) === undefined && period_end > ctx.now
  if (at === 'now' || !isPaid) return endSubscription(ctx, subscription, 'canceled')
  if (cancel_at_period_end) return
  await cancelOpenChange(ctx, id)
  await dropNextOrder(ctx, subscription)
  await updateSubscription(ctx, id, { cancel_at_period_end: true, next_action_at: period_end })
  await limitEntitlements(ctx, line_id, period_end)
  await ctx.audit('subscription.cancel_requested', ['subscription', id])
}

/** No further charge until it is resumed; access lasts as long as it is paid. */
export async function pauseMySubscription(
  ctx: Ctx,
  { id }: Input<typeof contract.pauseMySubscription>,
): Promise<Own> {
  const subscription = await lockMine(ctx, id)
  const { status, kind, line_id, period_end } = subscription
  if (status === 'paused') return viewSubscription(ctx, id)
  if (status !== 'active' || kind !== 'subscription' || (await findOpenPeriod(ctx, id)))
    throw new Refusal('subscription_not_pausable')
  await dropNextOrder(ctx, subscription)
  await updateSubscription(ctx, id, { status: 'paused', paused_at: ctx.now, next_action_at: null })
  await limitEntitlements(ctx, line_id, period_end)
  await ctx.audit('subscription.paused', ['subscription', id])
  return viewSubscription(ctx, id)
}

/** Takes back a pause or a cancellation at the period's end. A pause beyond the paid time begins a new period now. */
export async function resumeMySubscription(
  ctx: Ctx,
  { id }: Input<typeof contract.resumeMySubscription>,
): Promise<Own> {
  const subscription = await lockMine(ctx, id)
  const { status, cancel_at_period_end, line_id, period_end, period_no, pays_by } = subscription
  if (!isLive(status)) throw new Refusal('subscription_ended')
  if (status !== 'paused' && !cancel_at_period_end) return viewSubscription(ctx, id)
  const isOver = period_end <= ctx.now
  const next = status === 'paused' ? 'active' : status
  await updateSubscription(ctx, id, {
    status: next,
    cancel_at_period_end: false,
    paused_at: null,
    next_action_at: isOver ? ctx.now : actionAt(pays_by, period_end),
    ...(isOver && { anchor_at: ctx.now, anchor_no: period_no + 1 }),
  })
  if (!isOver)
    await limitEntitlements(
      ctx,
      line_id,
      accessEnd({ status: next, cancel_at_period_end: false, paid_until: period_end }),
    )
  if (isOver) await billSoon(ctx, id)
  await ctx.audit('subscription.resumed', ['subscription', id])
  return viewSubscription(ctx, id)
}

/** Charges this card from now on, and at once what is due. */
export async function setMySubscriptionCard(
  ctx: Ctx,
  { id, card_id }: Input<typeof contract.setMySubscriptionCard>,
): Promise<Own> {
  const subscription = await lockMine(ctx, id)
  if (!(await ownsCard(ctx, card_id))) throw new Refusal('not_found')
  await updateSubscription(ctx, subscription.id, { card_id, pays_by: 'card' })
  const orders = [(await findOpenPeriod(ctx, id))?.order_id, subscription.next_order_id]
  await endOrderTransfers(
    ctx,
    orders.flatMap((order_id) => order_id ?? []),
  )
  await chargeNow(ctx, id)
  return viewSubscription(ctx, id)
}

/** Charges an open period again, with the present card. Returns whether one is open. */
export async function chargeNow(ctx: Ctx, id: string): Promise<boolean> {
  const open = await findOpenPeriod(ctx, id)
  if (!open?.order_id) return false
  await updatePeriod(ctx, open, { next_try_at: ctx.now })
  await updateSubscription(ctx, id, { next_action_at: ctx.now })
  await billSoon(ctx, id)
  return true
}

export const billSoon = (ctx: Ctx, subscription_id: string) =>
  ctx.enqueue(
    billSubscriptionJob,
    { subscription_id },
    { job_key: `bill/${subscription_id}`, priority: 'soon' },
  )
