import { cancelAt, graceEnd, suspendAt } from './dunning.ts'
import { reviewEnd } from './transfers.ts'

export const subscriptionStatuses = [
  'trialing',
  'active',
  /** A payment is due, and access continues for the days of grace. */
  'past_due',
  'paused',
  /** Not paid within the days of grace: access is suspended. */
  'unpaid',
  /** All instalments are paid. */
  'completed',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** Statuses that charge again, or may. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'paused', 'unpaid'] as const

export const isLive = (status: SubscriptionStatus): boolean =>
  (liveStatuses as readonly string[]).includes(status)

interface Subscription {
  status: SubscriptionStatus
  cancel_at_period_end: boolean
  period_no: number
  period_end: Date
  /** Number of the last period; null without one. */
  last_no: number | null
  /** When the order of the next period is created before it begins; null for not before. */
  order_at?: Date | null
}

interface OpenPeriod {
  due_at: Date
  /** When to charge; null if the card was declined for good, or all charges were made. */
  next_try_at: Date | null
  /** Whether staff check the proof of a transfer: that halts charges, suspension and end for a limited time. */
  isInReview?: boolean
  /** Until when another proof may follow a declined one; null without one. */
  proof_until?: Date | null
}

/** What the biller does next with a subscription. */
export type BillingStep =
  | { kind: 'open_period'; period_no: number }
  /** Create the order of the next period before it begins. */
  | { kind: 'order_next' }
  | { kind: 'charge' }
  | { kind: 'suspend' }
  | { kind: 'cancel' }
  /** `until` null: nothing follows by itself. */
  | { kind: 'wait'; until: Date | null }

const earliest = (...times: (Date | null)[]): Date | null =>
  times.reduce<Date | null>((first, time) => (time && (!first || time < first) ? time : first), null)

/** The next step at `now`. `open` is the period that waits for its payment. */
export function nextStep(subscription: Subscription, open: OpenPeriod | null, now: Date): BillingStep {
  const { status, cancel_at_period_end, period_no, period_end, last_no } = subscription
  if (status === 'completed' || status === 'canceled') return { kind: 'wait', until: null }
  if (open) return stepOfOpenPeriod(status, open, now)
  if (status === 'paused')
    return cancel_at_period_end && period_end <= now
      ? { kind: 'cancel' }
      : waitFor(cancel_at_period_end, period_end)
  if (now < period_end) return stepBeforeEnd(subscription, now)
  if (cancel_at_period_end) return { kind: 'cancel' }
  if (last_no !== null && period_no >= last_no) return { kind: 'wait', until: null }
  return { kind: 'open_period', period_no: period_no + 1 }
}

function stepBeforeEnd(
  { cancel_at_period_end, period_no, period_end, last_no, order_at = null }: Subscription,
  now: Date,
): BillingStep {
  const isLast = last_no !== null && period_no >= last_no
  if (order_at === null || cancel_at_period_end || isLast) return { kind: 'wait', until: period_end }
  return order_at <= now ? { kind: 'order_next' } : { kind: 'wait', until: earliest(order_at, period_end) }
}

const waitFor = (isEnding: boolean, end: Date): BillingStep => ({
  kind: 'wait',
  until: isEnding ? end : null,
})

function stepOfOpenPeriod(
  status: SubscriptionStatus,
  { due_at, next_try_at, isInReview = false, proof_until = null }: OpenPeriod,
  now: Date,
): BillingStep {
  if (isInReview && now < reviewEnd(due_at)) return { kind: 'wait', until: reviewEnd(due_at) }
  const end = endOf(due_at, proof_until)
  if (end <= now) return { kind: 'cancel' }
  if (next_try_at && next_try_at <= now) return { kind: 'charge' }
  if (status !== 'unpaid' && suspendAt(due_at) <= now) return { kind: 'suspend' }
  const suspension = status === 'unpaid' ? null : suspendAt(due_at)
  return { kind: 'wait', until: earliest(next_try_at, suspension, end) }
}

/** Another proof has its days, but never beyond those of a review. */
function endOf(due_at: Date, proof_until: Date | null): Date {
  const end = cancelAt(due_at)
  if (proof_until === null || proof_until <= end) return end
  return proof_until < reviewEnd(due_at) ? proof_until : reviewEnd(due_at)
}

interface PaidUntil {
  status: SubscriptionStatus
  cancel_at_period_end: boolean
  /** End of the last period that is paid. */
  paid_until: Date
}

/** When access ends: with the paid time, and some days of grace if a further payment is expected. Null for never. */
export function accessEnd({ status, cancel_at_period_end, paid_until }: PaidUntil): Date | null {
  if (status === 'completed') return null
  return status === 'paused' || cancel_at_period_end ? paid_until : graceEnd(paid_until)
}
