import { limitEntitlements } from '#course-access/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { billSoon } from '../change-subscription.ts'
import {
  findOpenPeriod,
  lockSubscription,
  selectSubscriptions,
  type PeriodRow,
  type SubscriptionRow,
} from '../queries.ts'
import { accessEnd, isLive } from '../rules/states.ts'
import { reviewEnd } from '../rules/transfers.ts'

interface Review {
  order_id: string
  is_in_review: boolean
}

/** Staff check the proof of a transfer, or have decided: meanwhile access is not suspended, for a limited time. */
export async function recordTransferReview(ctx: Ctx, { order_id, is_in_review }: Review): Promise<void> {
  const found = await findOfOrder(ctx, order_id)
  const subscription = found && (await lockSubscription(ctx, found.id))
  if (!subscription || !isLive(subscription.status)) return
  const { id, line_id, status, cancel_at_period_end } = subscription
  const isAccessOpen = status !== 'unpaid' && status !== 'paused' && !cancel_at_period_end
  const open = await findOpenPeriod(ctx, id)
  if (isAccessOpen) await limitEntitlements(ctx, line_id, accessLimit(subscription, { open, is_in_review }))
  await billSoon(ctx, id)
}

function accessLimit(
  { status, cancel_at_period_end, period_end }: SubscriptionRow,
  { open, is_in_review }: { open: PeriodRow | undefined; is_in_review: boolean },
) {
  if (is_in_review) return reviewEnd(open?.due_at ?? period_end)
  return accessEnd({ status, cancel_at_period_end, paid_until: open?.starts_at ?? period_end })
}

/** The subscription whose open period, next period or remaining instalments an order pays. */
async function findOfOrder(ctx: Ctx, order_id: string) {
  const { tx, school_id } = ctx
  const period = await tx
    .selectFrom('subscription_periods')
    .where('school_id', '=', school_id)
    .where('order_id', '=', order_id)
    .where('status', '=', 'open')
    .select('subscription_id')
    .executeTakeFirst()
  const query = selectSubscriptions(ctx)
  if (period) return query.where('s.id', '=', period.subscription_id).executeTakeFirst()
  return query
    .where((eb) => eb.or([eb('s.next_order_id', '=', order_id), eb('s.payoff_order_id', '=', order_id)]))
    .limit(1)
    .executeTakeFirst()
}
