import { declareRefusals } from '#platform/contract/refusal-codes.ts'

export const refusals = declareRefusals({
  billing_unavailable: [409, 'This school cannot change its plan online. Contact support.'],
  plan_managed_by_platform: [409, 'The platform manages the plan of this school. Contact support.'],
  price_not_offered: [422, 'This price is not offered to the school. Reload the page and choose a plan.'],
  already_subscribed: [409, 'This school already has a subscription. Change it instead.'],
  no_subscription: [409, 'This school has no subscription.'],
  seats_in_use: [
    409,
    'The school has more students than seats. Choose more seats, or remove students first.',
  ],
  plan_payment_overdue: [409, 'An invoice of the plan is unpaid. Pay it first.'],
  plan_checkout_in_progress: [409, 'Another payment page is being opened. Try again in a few seconds.'],
  billing_provider_unavailable: [
    503,
    'Stripe does not answer. Reload the page to see the current plan, then try again.',
  ],
})
