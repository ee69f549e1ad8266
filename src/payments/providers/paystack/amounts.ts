import { fromDecimalText } from '#lib/money/decimal-text.ts'
import { money, type Money } from '#lib/money/money.ts'
import { UnsupportedAmount } from '../unsupported-amount.ts'

/** Currencies that Paystack charges. All have two decimals, and amounts are subunits. */
export const paystackCurrencies = ['NGN', 'GHS', 'KES', 'ZAR', 'USD'] as const

const isSupported = (currency: string) => (paystackCurrencies as readonly string[]).includes(currency)

/** Subunits of a Paystack request. Throws `UnsupportedAmount` for another currency. */
export function toPaystackAmount({ minor, currency }: Money): number {
  if (!isSupported(currency)) throw new UnsupportedAmount('currency')
  return minor
}

/** Reads an amount of a reply, which is an integer or a text of digits. Throws `UnsupportedAmount` for other values. */
export function fromPaystackAmount(amount: number | string, currency: string): Money {
  if (!isSupported(currency)) throw new UnsupportedAmount('currency')
  const minor = fromDecimalText(String(amount), 0)
  if (minor === null) throw new UnsupportedAmount('amount')
  return money(minor, currency)
}
