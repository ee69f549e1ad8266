/** What a school can subscribe to. */
export const planTiers = ['basic', 'pro'] as const
export type PlanTier = (typeof planTiers)[number]

export const billingIntervals = ['month', 'year'] as const
export type BillingInterval = (typeof billingIntervals)[number]

/** `none`: the school never subscribed. The others are Stripe's. */
export const subscriptionStatuses = [
  'none',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

const ended: readonly string[] = ['none', 'incomplete_expired', 'canceled']

/** Whether a subscription exists that can be changed or canceled. A school has one at most. */
export const isLive = (status: string) => !ended.includes(status)

const dayMs = 86_400_000

interface PaidState {
  status: string
  past_due_since: Date | null
}

/** When the limits of the free plan return because a payment is overdue; null while nothing is overdue. */
export const graceEnd = ({ status, past_due_since }: PaidState, graceDays: number): Date | null =>
  status === 'past_due' && past_due_since ? new Date(past_due_since.getTime() + graceDays * dayMs) : null

/** Whether the school has what its plan includes: while it is paid, and for the days of grace. */
export function isPlanActive(
  state: PaidState,
  { now, graceDays }: { now: Date; graceDays: number },
): boolean {
  if (state.status === 'active' || state.status === 'trialing') return true
  const end = graceEnd(state, graceDays)
  return end !== null && now < end
}

/** Plans that the platform agrees on with a school: they are not replaced by a subscription. */
export const isAgreedPlan = (plan_name: string) =>
  plan_name === 'enterprise' || plan_name === 'whitelabel_subscription'
