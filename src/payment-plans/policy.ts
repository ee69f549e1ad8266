import { allocateMoney, minimumCharge, money } from '#lib/money/money.ts'
import type {
  InstalmentTerms,
  OneTimeTerms,
  PlanInterval,
  PlanTerms,
  SubscriptionTerms,
} from './plan-terms.ts'

export const planKinds = ['one_time', 'instalments', 'subscription'] as const
export type PlanKind = (typeof planKinds)[number]
export const planIntervals = ['week', 'month', 'quarter', 'year'] as const satisfies readonly PlanInterval[]
export const planStatuses = ['draft', 'published', 'archived'] as const
export type PlanStatus = (typeof planStatuses)[number]

export const maxPlans = 100
export const minInstalments = 2
export const maxInstalments = 36
export const maxTrialDays = 365

/** What a plan costs, and when. */
export interface PlanPrice {
  kind: PlanKind
  /** Of everything; of each period for a subscription. */
  price: number
  currency: string
  instalment_count: number | null
  interval: PlanInterval | null
  trial_days: number
}

/** Splits a price into payments that add up to it exactly; the first ones are the largest. 100.00 by 3 is 33.34, 33.33, 33.33. */
export const instalmentAmounts = (price: number, count: number, currency: string): number[] =>
  allocateMoney(money(price, currency), Array<number>(count).fill(1)).map(({ minor }) => minor)

export interface PlanError {
  path: 'price' | 'instalment_count' | 'interval' | 'trial_days'
  code: 'amount_too_small' | 'required' | 'not_for_kind'
}

/** What is wrong with the price of a plan; null for nothing. */
export function planError(plan: PlanPrice): PlanError | null {
  const { kind, price, currency, instalment_count, interval, trial_days } = plan
  if ((kind === 'instalments') !== (instalment_count !== null))
    return { path: 'instalment_count', code: kind === 'instalments' ? 'required' : 'not_for_kind' }
  if ((kind === 'one_time') !== (interval === null))
    return { path: 'interval', code: kind === 'one_time' ? 'not_for_kind' : 'required' }
  if (trial_days > 0 && kind !== 'subscription') return { path: 'trial_days', code: 'not_for_kind' }
  const smallest = Math.floor(price / (instalment_count ?? 1))
  return smallest < minimumCharge(currency) ? { path: 'price', code: 'amount_too_small' } : null
}

/** The terms of an order that buys the plan now. */
export function planTerms(plan: PlanPrice, course_ids: string[]): PlanTerms {
  const { kind, price, currency, instalment_count, interval, trial_days } = plan
  switch (kind) {
    case 'one_time':
      return { kind, amount: price, currency, course_ids }
    case 'instalments':
      return {
        kind,
        amounts: instalmentAmounts(price, instalment_count!, currency),
        interval: interval!,
        currency,
        course_ids,
      }
    case 'subscription':
      return { kind, amount: price, interval: interval!, trial_days, free_months: 0, currency, course_ids }
  }
}

/** What the buyer pays now, before coupons: nothing at the beginning of a trial. */
export function firstAmount(terms: OneTimeTerms | InstalmentTerms | SubscriptionTerms): number {
  if (terms.kind === 'instalments') return terms.amounts[0]!
  return terms.kind === 'subscription' && terms.trial_days > 0 ? 0 : terms.amount
}
