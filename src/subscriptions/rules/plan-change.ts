import type { Money } from '#lib/money/money.ts'
import type { SubscriptionTerms } from '#payments/index.ts'
import { chargeAfterCredit, unusedAmount } from './amounts.ts'
import { periodAt, type Period } from './periods.ts'

/** A subscription as a change of its plan finds it. */
export interface ChangedSubscription {
  terms: SubscriptionTerms
  /** In a free trial nothing was paid. */
  isTrial: boolean
  period: Period
  /** What was paid for the current period, with credit, and was not given back. */
  value: Money
  credit: number
}

/** What a change of plan costs, in minor units before tax. */
export interface PlanChange {
  takes_effect: 'now' | 'period_end'
  /** The part of the current period that is not used yet, as a credit. */
  unused: number
  /** The price of the new plan's first period that this change pays, and how much of it credit pays. */
  price: number
  credit_used: number
  /** What is due now. */
  charge: number
  /** The credit that later payments use. */
  credit_left: number
  /** The period that the change pays for, or the current one. */
  period: Period
  /** The next payment, at the end of the period. */
  next_charge: number
}

const periodsPerYear = { week: 52, month: 12, quarter: 4, year: 1 } as const

const yearlyPrice = ({ amount, interval }: SubscriptionTerms) => amount * periodsPerYear[interval]

/**
 * A plan that costs at least as much begins now: the unused part of the paid period is credited, and a period of the new plan
 * begins. A cheaper plan begins at the end of the period. In a trial every change happens now, and the trial goes on.
 */
export function planChange(from: ChangedSubscription, to: SubscriptionTerms, now: Date): PlanChange {
  const { period, credit, isTrial } = from
  const isNow = isTrial || yearlyPrice(to) >= yearlyPrice(from.terms)
  const nextCharge = (left: number) => chargeAfterCredit(to.amount, left, to.currency).charge
  if (isTrial || !isNow) {
    const nothing = { unused: 0, price: 0, credit_used: 0, charge: 0, credit_left: credit }
    return { takes_effect: isNow ? 'now' : 'period_end', ...nothing, period, next_charge: nextCharge(credit) }
  }
  const unused = unusedAmount(from.value, period, now)
  const { charge, credit: credit_left } = chargeAfterCredit(to.amount, credit + unused, to.currency)
  return {
    takes_effect: 'now',
    unused,
    price: to.amount,
    credit_used: to.amount - charge,
    charge,
    credit_left,
    period: periodAt(now, to.interval, 0),
    next_charge: nextCharge(credit_left),
  }
}
