/** Currencies of which Flutterwave takes no decimals. */
const withoutDecimals = new Set(['UGX', 'RWF', 'XAF', 'XOF'])

/** Hundredths of the major unit of a request; null for an amount that the currency cannot express. */
export function readMajorUnits(amount: number, currency: string): number | null {
  const hundredths = Math.round(amount * 100)
  if (!Number.isSafeInteger(hundredths) || hundredths <= 0 || hundredths / 100 !== amount) return null
  return withoutDecimals.has(currency) && hundredths % 100 !== 0 ? null : hundredths
}

/** The JSON number of a reply. */
export const toMajorUnits = (hundredths: number): number => hundredths / 100
