/** Amounts are integers in the currency's minor unit; codes are ISO 4217. */

/** Whether a currency code is Nigerian naira: NGN, ignoring case and surrounding spaces. */
export const isNaira = (currency_code: string) => currency_code.trim().toLowerCase() === 'ngn'

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency_code: string, shortened: boolean) {
  const key = `${currency_code}/${shortened}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: currency_code,
      currencyDisplay: 'narrowSymbol',
      ...(shortened && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
    })
    formats.set(key, format)
  }
  return format
}

/** Number of decimals of the currency: 2 for NGN, 0 for JPY, 3 for KWD. Throws RangeError for an invalid code. */
export function currencyDecimals(currency_code: string) {
  return formatOf(currency_code.trim().toUpperCase(), false).resolvedOptions().maximumFractionDigits ?? 2
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
  const parts = /^(\d{1,12})(?:\.(\d+))?$/.exec(plain)
  if (!parts) return null
  const [, integerPart = '0', fraction = ''] = parts
  const decimals = currencyDecimals(currency_code)
  if (fraction.length > decimals) return null
  // Joined as text, because 19.99 * 100 is not 1999 in floating point.
  const minor = Number(integerPart + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
