import { isCurrency } from './currencies.ts'

/**
 * An amount of money. `minor` is a safe integer of the currency's ISO 4217 minor unit: 1999 USD is 19.99 dollars, 10 JPY is
 * ten yen, -500 EUR is minus five euros. The database holds it as `bigint` and reads it as a number.
 */
export interface Money {
  readonly minor: number
  readonly currency: string
}

/** Creates an amount. Throws RangeError if it is not a safe integer, or the code is not in `currencies.ts`. */
export function money(minor: number, currency: string): Money {
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount is an integer of minor units')
  if (!isCurrency(currency)) throw new RangeError('unknown currency')
  return { minor: minor === 0 ? 0 : minor, currency }
}

/** Nothing, in this currency. */
export const zero = (currency: string): Money => money(0, currency)

function requireSameCurrency(a: Money, b: Money) {
  if (a.currency !== b.currency) throw new RangeError('the amounts have different currencies')
}

/** Sum of two amounts. Throws RangeError for two currencies or a sum beyond the safe integers. */
export function addMoney(a: Money, b: Money): Money {
  requireSameCurrency(a, b)
  return money(a.minor + b.minor, a.currency)
}

/** Difference of two amounts; may be negative. Throws RangeError as `addMoney` does. */
export function subtractMoney(a: Money, b: Money): Money {
  requireSameCurrency(a, b)
  return money(a.minor - b.minor, a.currency)
}

/** Sum of a list in this currency; zero for an empty list. */
export const sumMoney = (amounts: readonly Money[], currency: string): Money =>
  amounts.reduce(addMoney, zero(currency))

/** -1, 0 or 1, as for `sort`. Throws RangeError for two currencies. */
export function compareMoney(a: Money, b: Money): -1 | 0 | 1 {
  requireSameCurrency(a, b)
  if (a.minor === b.minor) return 0
  return a.minor < b.minor ? -1 : 1
}

/** Whether amount and currency are equal. Unlike `compareMoney` this accepts two currencies. */
export const isSameMoney = (a: Money, b: Money): boolean => a.minor === b.minor && a.currency === b.currency

/** `half_up` rounds a half away from zero, `half_even` to the even neighbour, `down` drops the fraction. */
export type Rounding = 'half_up' | 'half_even' | 'down'

/** Whole percent as basis points: 100 % is 10,000. */
export const basisPointsPerWhole = 10_000

/**
 * Share of an amount in basis points (hundredths of a percent): 250 of 100.00 is 2.50. The caller states the rounding.
 * Throws RangeError for basis points that are not a safe integer.
 */
export const percentageOf = (amount: Money, basisPoints: number, rounding: Rounding): Money =>
  fractionOf(amount, { numerator: basisPoints, denominator: basisPointsPerWhole }, rounding)

/** `amount * numerator / denominator`, rounded once. Throws RangeError for a denominator below 1. */
export function fractionOf(
  amount: Money,
  { numerator, denominator }: { numerator: number; denominator: number },
  rounding: Rounding,
): Money {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator < 1)
    throw new RangeError('a fraction has two integers')
  // The product of two safe integers needs more bits than a number has.
  const product = BigInt(amount.minor) * BigInt(numerator)
  return money(Number(divide(product, BigInt(denominator), rounding)), amount.currency)
}

function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  const quotient = dividend / divisor
  const remainder = dividend % divisor
  const twice = (remainder < 0n ? -remainder : remainder) * 2n
  const isUp = rounding === 'half_even' && twice === divisor ? quotient % 2n !== 0n : twice >= divisor
  if (rounding === 'down' || !isUp) return quotient
  return quotient + (dividend < 0n ? -1n : 1n)
}

/**
 * Splits an amount by weights so that the parts add up exactly: each part gets its rounded-down share, and the units that
 * remain go to the largest remainders, the earlier part first where they are equal. 100.00 by 1, 1, 1 is 33.34, 33.33,
 * 33.33. A weight of zero gets nothing. Throws RangeError unless the weights are integers from zero on with a sum.
 */
export function allocateMoney(amount: Money, weights: readonly number[]): Money[] {
  if (!weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0))
    throw new RangeError('weights are integers from zero on')
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new RangeError('at least one weight is above zero')
  const units = BigInt(Math.abs(amount.minor))
  const shares = weights.map((weight, index) => {
    const product = units * BigInt(weight)
    return { index, units: product / total, remainder: product % total }
  })
  const missing = Number(units - shares.reduce((sum, share) => sum + share.units, 0n))
  const byRemainder = shares.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) || a.index - b.index,
  )
  for (const share of byRemainder.slice(0, missing)) share.units += 1n
  const sign = amount.minor < 0 ? -1 : 1
  return shares.map((share) => money(sign * Number(share.units), amount.currency))
}
