import { fromDecimalText, toDecimalText } from '#lib/money/decimal-text.ts'
import { currencyDecimals, money, type Money } from '#lib/money/money.ts'
import { UnsupportedAmount } from '../unsupported-amount.ts'

/** Currencies seen in Flutterwave's v3 documents. */
export const flutterwaveCurrencies = [
  'NGN',
  'GHS',
  'KES',
  'ZAR',
  'UGX',
  'RWF',
  'TZS',
  'XAF',
  'XOF',
  'MWK',
  'USD',
  'EUR',
  'GBP',
]

/** Major units as exact text: 750000 NGN is `7500.00`. Throws `UnsupportedAmount` for another currency. */
export function toFlutterwaveAmount({ minor, currency }: Money): string {
  if (!flutterwaveCurrencies.includes(currency)) throw new UnsupportedAmount('currency')
  return toDecimalText(minor, currencyDecimals(currency))
}

/**
 * Reads major units as they stood in the reply: the text of the JSON number, or a JSON string. Throws
 * `UnsupportedAmount` for a fraction of a minor unit and for another form.
 */
export function fromFlutterwaveAmount(text: string, currency: string): Money {
  if (!flutterwaveCurrencies.includes(currency)) throw new UnsupportedAmount('currency')
  const minor = fromDecimalText(text, currencyDecimals(currency))
  if (minor === null) throw new UnsupportedAmount('amount')
  return money(minor, currency)
}

/** As `fromFlutterwaveAmount`, for fees: they may have more decimals than the currency, which are cut off. */
export function fromFlutterwaveFee(text: string, currency: string): Money {
  const [integerPart = '', fraction = ''] = text.split('.')
  const decimals = currencyDecimals(currency)
  return fromFlutterwaveAmount(
    fraction && decimals > 0 ? `${integerPart}.${fraction.slice(0, decimals)}` : integerPart,
    currency,
  )
}
