/** How often a plan takes a payment. A quarter has three months. */
export type PlanInterval = 'week' | 'month' | 'quarter' | 'year'

interface CommonTerms {
  currency: string
  course_ids: string[]
}

export interface OneTimeTerms extends CommonTerms {
  kind: 'one_time'
  amount: number
}

export interface InstalmentTerms extends CommonTerms {
  kind: 'instalments'
  /** Every payment in its order, in minor units; they add up to the price. The order of the plan pays the first. */
  amounts: number[]
  interval: PlanInterval
}

export interface SubscriptionTerms extends CommonTerms {
  kind: 'subscription'
  /** The price of each period in minor units. */
  amount: number
  interval: PlanInterval
  /** Days before the first payment; 0 without a trial. The order of a plan with a trial has the total 0. */
  trial_days: number
  /** Whether the trial begins once a card is saved. Absent in other terms. */
  trial_needs_card?: true
  /** Periods after the first that a coupon makes free. */
  free_months: number
}

/** What a plan promised when it was bought: later changes of the plan do not concern this buyer. */
export type PlanTerms = OneTimeTerms | InstalmentTerms | SubscriptionTerms
