import { toDecimalText } from '#lib/money/decimal-text.ts'
import { currencyDecimals, money, type Money } from '#lib/money/money.ts'
import { UnsupportedAmount } from '../unsupported-amount.ts'

/**
 * Decimals of the amounts that Stripe's API takes (docs.stripe.com/currencies). Those of ISO 4217 unless listed here:
 * MGA has two decimals in ISO 4217 and none at Stripe; ISK and UGX have none, but Stripe takes them as if they had two.
 */
const stripeDecimals = new Map([
  ['MGA', 0],
  ['ISK', 2],
  ['UGX', 2],
])
/** Three decimals, of which the last must be zero. IQD and LYD have three as well, but Stripe does not charge them. */
const threeDecimals = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])
const unsupported = new Set(['IQD', 'LYD', 'CUP', 'IRR', 'KPW', 'SDG', 'SSP', 'SYP'])

export interface StripeAmount {
  amount: number
  /** Lower case. */
  currency: string
}

/** Amount and currency of a Stripe request. Throws `UnsupportedAmount` if Stripe's unit cannot express it. */
export function toStripeAmount({ minor, currency }: Money): StripeAmount {
  if (unsupported.has(currency)) throw new UnsupportedAmount('currency')
  if (threeDecimals.has(currency) && minor % 10 !== 0) throw new UnsupportedAmount('amount')
  const iso = currencyDecimals(currency)
  const decimals = stripeDecimals.get(currency) ?? iso
  const amount = moveDecimals(minor, decimals - iso)
  if (amount === null) throw new UnsupportedAmount('amount')
  return { amount, currency: currency.toLowerCase() }
}

/** Reads an amount of a Stripe reply. Throws `UnsupportedAmount` for a fraction of our minor unit. */
export function fromStripeAmount(amount: number, currency: string): Money {
  const code = currency.toUpperCase()
  const iso = currencyDecimals(code)
  const minor = moveDecimals(amount, iso - (stripeDecimals.get(code) ?? iso))
  if (minor === null) throw new UnsupportedAmount('amount')
  return money(minor, code)
}

/** `units * 10^by` without a fraction, or null. */
function moveDecimals(units: number, by: number): number | null {
  if (!Number.isSafeInteger(units)) return null
  const text = by >= 0 ? `${units}${'0'.repeat(units === 0 ? 0 : by)}` : toDecimalText(units, -by)
  const [integerPart = '', fraction = ''] = text.split('.')
  if (/[1-9]/.test(fraction)) return null
  const moved = Number(integerPart)
  return Number.isSafeInteger(moved) ? moved : null
}
