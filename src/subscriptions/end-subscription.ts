import { limitEntitlements } from '#course-access/index.ts'
import { cancelUnpaidOrder } from '#payments/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { cancelOpenChange } from './plan-changes/cancel-change.ts'
import { mailEnded } from './mails.ts'
import {
  findOpenPeriod,
  lockSubscription,
  selectSubscriptions,
  updatePeriod,
  updateSubscription,
} from './queries.ts'
import type { SubscriptionRow } from './queries.ts'
import { dropNextOrder } from './transfers/next-order.ts'
import { isLive, liveStatuses } from './rules/states.ts'

/** Why a subscription ends. */
export type EndReason = 'canceled' | 'period_end' | 'unpaid' | 'refunded' | 'disputed' | 'erased'

/** Ends a locked subscription and its access now. What is open is not charged any more. Repeating it changes nothing. */
export async function endSubscription(
  ctx: Ctx,
  subscription: SubscriptionRow,
  reason: EndReason,
): Promise<void> {
  const { id, line_id, status, payoff_order_id } = subscription
  if (status === 'canceled') return
  const open = await findOpenPeriod(ctx, id)
  if (open) await updatePeriod(ctx, open, { status: 'void', next_try_at: null })
  if (open?.order_id) await cancelUnpaidOrder(ctx, open.order_id)
  if (payoff_order_id) await cancelUnpaidOrder(ctx, payoff_order_id)
  await dropNextOrder(ctx, subscription)
  await cancelOpenChange(ctx, id)
  const { now } = ctx
  await updateSubscription(ctx, id, { status: 'canceled', ended_at: now, next_action_at: null })
  await limitEntitlements(ctx, line_id, now)
  await ctx.audit('subscription.ended', ['subscription', id], { reason })
  if (reason !== 'erased') await mailEnded(ctx, subscription, reason)
}

/** Ends all subscriptions of a person whose data is erased. */
export async function endSubscriptionsOf(ctx: Ctx, user_id: string): Promise<void> {
  const rows = await selectSubscriptions(ctx)
    .where('s.user_id', '=', user_id)
    .where('s.status', 'in', [...liveStatuses])
    .orderBy('s.id')
    .execute()
  for (const { id } of rows) {
    const subscription = await lockSubscription(ctx, id)
    if (subscription && isLive(subscription.status)) await endSubscription(ctx, subscription, 'erased')
  }
}
