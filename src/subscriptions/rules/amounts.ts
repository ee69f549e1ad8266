import { fractionOf, minimumCharge, type Money } from '#lib/money/money.ts'
import type { InstalmentTerms, SubscriptionTerms } from '#payments/index.ts'
import type { Period } from './periods.ts'

export type RecurringTerms = InstalmentTerms | SubscriptionTerms

/** Number of the last period; null for a subscription, which has none. */
export const lastPeriodNo = (terms: RecurringTerms): number | null =>
  terms.kind === 'instalments' ? terms.amounts.length : null

/**
 * What period `no` costs before any credit. Period 1 is the first that is paid for; a coupon makes the periods after it free.
 */
export function amountOfPeriod(terms: RecurringTerms, no: number): number {
  if (terms.kind === 'instalments') return terms.amounts[no - 1] ?? 0
  return no > 1 && no <= 1 + terms.free_months ? 0 : terms.amount
}

/** What is left of the instalments from period `no` on; 0 for a subscription. */
export const remainingAmount = (terms: RecurringTerms, no: number): number =>
  terms.kind === 'instalments' ? terms.amounts.slice(no - 1).reduce((sum, amount) => sum + amount, 0) : 0

/** What is charged after `credit` was used, and the credit that is left. */
export function applyCredit(amount: number, credit: number): { charge: number; credit: number } {
  const used = Math.min(amount, credit)
  return { charge: amount - used, credit: credit - used }
}

/** Like `applyCredit`, but uses less credit where the rest would be too small for the payment providers. */
export function chargeAfterCredit(
  amount: number,
  credit: number,
  currency: string,
): { charge: number; credit: number } {
  const used = applyCredit(amount, credit)
  if (used.charge === 0) return used
  const charge = Math.min(amount, Math.max(used.charge, minimumCharge(currency)))
  return { charge, credit: credit - (amount - charge) }
}

/** The part of a paid amount that belongs to the rest of its period at `now`, rounded half up. */
export function unusedAmount(paid: Money, { starts_at, ends_at }: Period, now: Date): number {
  const whole = ends_at.getTime() - starts_at.getTime()
  const rest = Math.min(whole, Math.max(0, ends_at.getTime() - now.getTime()))
  if (whole <= 0) return 0
  return fractionOf(paid, { numerator: rest, denominator: whole }, 'half_up').minor
}
