import { isSaleDay, lowerPrice, type SaleDates } from '#lib/money/sale-price.ts'
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
export interface PlanPrice extends SaleDates {
  kind: PlanKind
  /** Of everything; of each period for a subscription. */
  price: number
  currency: string
  instalment_count: number | null
  interval: PlanInterval | null
  trial_days: number
  /** Whether the buyer saves a card before the trial begins. */
  trial_needs_card: boolean
  /** Null without a sale. */
  sale_price: number | null
}

/** Splits a price into payments that add up to it exactly; the first ones are the largest. 100.00 by 3 is 33.34, 33.33, 33.33. */
export const instalmentAmounts = (price: number, count: number, currency: string): number[] =>
  allocateMoney(money(price, currency), Array<number>(count).fill(1)).map(({ minor }) => minor)

export interface PlanError {
  path: 'price' | 'sale_price' | 'instalment_count' | 'interval' | 'trial_days' | 'trial_needs_card'
  code: 'amount_too_small' | 'required' | 'not_for_kind'
}

/** What is wrong with the price of a plan; null for nothing. */
export function planError(plan: PlanPrice): PlanError | null {
  const { kind, price, currency, instalment_count, interval, trial_days, trial_needs_card, sale_price } = plan
  if ((kind === 'instalments') !== (instalment_count !== null))
    return { path: 'instalment_count', code: kind === 'instalments' ? 'required' : 'not_for_kind' }
  if ((kind === 'one_time') !== (interval === null))
    return { path: 'interval', code: kind === 'one_time' ? 'not_for_kind' : 'required' }
  if (trial_days > 0 && kind !== 'subscription') return { path: 'trial_days', code: 'not_for_kind' }
  if (trial_needs_card && trial_days === 0) return { path: 'trial_needs_card', code: 'not_for_kind' }
  const isTooSmall = (amount: number) =>
    Math.floor(amount / (instalment_count ?? 1)) < minimumCharge(currency)
  if (isTooSmall(price)) return { path: 'price', code: 'amount_too_small' }
  return sale_price !== null && isTooSmall(sale_price)
    ? { path: 'sale_price', code: 'amount_too_small' }
    : null
}

/** The price of a plan on a day in the school's time zone. */
export const priceOn = (
  plan: Pick<PlanPrice, 'price' | 'sale_price' | keyof SaleDates>,
  day: string,
): number => (isSaleDay(plan, day) ? lowerPrice(plan.price, plan.sale_price) : null) ?? plan.price

/** The terms of an order that buys the plan on a day in the school's time zone. */
export function planTerms(
  plan: PlanPrice,
  { course_ids, day }: { course_ids: string[]; day: string },
): PlanTerms {
  const price = priceOn(plan, day)
  const { kind, currency, instalment_count, interval, trial_days, trial_needs_card } = plan
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
      return {
        kind,
        amount: price,
        interval: interval!,
        trial_days,
        ...(trial_needs_card && { trial_needs_card }),
        free_months: 0,
        currency,
        course_ids,
      }
  }
}

/** What the buyer pays now, before coupons: nothing at the beginning of a trial. */
export function firstAmount(terms: OneTimeTerms | InstalmentTerms | SubscriptionTerms): number {
  if (terms.kind === 'instalments') return terms.amounts[0]!
  return terms.kind === 'subscription' && terms.trial_days > 0 ? 0 : terms.amount
}

/** Whether a purchase begins with a trial for which the buyer saves a card first. */
export const needsCardForTrial = (terms: PlanTerms): boolean =>
  terms.kind === 'subscription' && terms.trial_days > 0 && terms.trial_needs_card === true
