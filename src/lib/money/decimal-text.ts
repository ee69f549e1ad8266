/**
 * Exact conversion between an integer of small units and decimal text, by moving the point in the text. Nothing here
 * becomes a floating-point number.
 */

/** Text of `units / 10^decimals`: 750050 with 2 is `7500.50`, 10 with 0 is `10`. Throws RangeError for a fraction. */
export function toDecimalText(units: number, decimals: number): string {
  if (!Number.isSafeInteger(units)) throw new RangeError('an amount is an integer of minor units')
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return units < 0 ? `-${text}` : text
}

/**
 * Integer of `text * 10^decimals`: `7500.5` with 2 is 750050. Returns null if the text is not a plain decimal number, or
 * has digits beyond the decimals that are not zero.
 */
export function fromDecimalText(text: string, decimals: number): number | null {
  const parts = /^(-?)(\d{1,16})(?:\.(\d{1,20}))?$/.exec(text)
  if (!parts) return null
  const [, sign = '', integerPart = '', fraction = ''] = parts
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const units = Number(sign + integerPart + fraction.slice(0, decimals).padEnd(decimals, '0'))
  if (!Number.isSafeInteger(units)) return null
  return units === 0 ? 0 : units
}
