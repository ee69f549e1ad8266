/** Amounts are integers in the currency's minor unit; codes are ISO 4217. */
import { isoDecimals } from './currencies.ts'
import { fromDecimalText } from './decimal-text.ts'

export {
  addMoney,
  allocateMoney,
  basisPointsPerWhole,
  compareMoney,
  fractionOf,
  isSameMoney,
  money,
  percentageOf,
  subtractMoney,
  sumMoney,
  zero,
  type Money,
  type Rounding,
} from './amounts.ts'
export { currencyCodes, isCurrency } from './currencies.ts'
export { minimumCharge } from './minimum-charge.ts'

/** Whether a currency code is Nigerian naira: NGN, ignoring case and surrounding spaces. */
export const isNaira = (currency_code: string) => currency_code.trim().toLowerCase() === 'ngn'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency_code: string, shortened: boolean) {
  const key = `${currency_code}/${shortened}`
  let format = formats.get(key)
  if (!format) {
    const decimals = shortened ? 0 : isoDecimals(currency_code)
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: currency_code,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(key, format)
  }
  return format
}

/** ISO 4217 decimals of the currency: 2 for NGN, 0 for JPY, 3 for KWD. Throws RangeError for a code without three letters. */
export function currencyDecimals(currency_code: string) {
  const code = currency_code.trim().toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) throw new RangeError('a currency code has three letters')
  return isoDecimals(code)
}

/**
 * Formats an amount in minor units as en-US text: 1250000 NGN is "₦12,500", 1999 USD is "$19.99". Omits the
 * decimals of whole amounts. Throws RangeError for an amount that is not an integer.
 */
export function formatMoney(minor: number, currency_code: string) {
  if (!Number.isSafeInteger(minor)) throw new RangeError('an amount is an integer of minor units')
  const code = currency_code.trim().toUpperCase()
  const unit = 10 ** currencyDecimals(code)
  return formatOf(code, minor % unit === 0).format(minor / unit)
}

/** Parses the text of a price field. Returns minor units, or null if it is not an amount of this currency. */
export function parseMoney(text: string, currency_code: string): number | null {
  const plain = text.trim().replaceAll(/[,\s]/g, '')
  const parts = /^\d{1,12}(?:\.(\d+))?$/.exec(plain)
  const decimals = currencyDecimals(currency_code)
  if (!parts || (parts[1] ?? '').length > decimals) return null
  return fromDecimalText(plain, decimals)
}
