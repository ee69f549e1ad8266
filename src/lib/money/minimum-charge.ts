import { isoDecimals } from './currencies.ts'

/**
 * The smallest amount that all our payment providers charge, in major units: the highest of Stripe's and Paystack's
 * documented minimums.
 */
const minimums: Record<string, number> = {
  NGN: 50,
  GHS: 1,
  KES: 3,
  ZAR: 5,
  USD: 2,
  EUR: 0.5,
  GBP: 0.3,
  CAD: 0.5,
  AUD: 0.5,
  NZD: 0.5,
  CHF: 0.5,
  SGD: 0.5,
  BRL: 0.5,
  AED: 2,
  INR: 0.5,
  DKK: 2.5,
  NOK: 3,
  SEK: 3,
  PLN: 2,
  RON: 2,
  CZK: 15,
  HUF: 175,
  HKD: 4,
  MYR: 2,
  MXN: 10,
  THB: 10,
  JPY: 50,
}

/** In currencies without an own rule: about half a dollar in most of them, and never below one whole unit. */
const otherMinimum = 1
const otherMinimumWithoutDecimals = 100

/** The smallest payment that a school may ask for, in minor units. */
export function minimumCharge(currency: string): number {
  const decimals = isoDecimals(currency)
  const major = minimums[currency] ?? (decimals === 0 ? otherMinimumWithoutDecimals : otherMinimum)
  return Math.round(major * 10 ** decimals)
}
