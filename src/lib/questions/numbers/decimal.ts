/** A decimal number without rounding: `units` × 10^−`scale`. */
export interface Decimal {
  units: bigint
  scale: number
}

const pattern = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i
/** Exponents beyond this make numbers that cost too much to compare. */
const maxExponent = 400

/** Reads a number in the notation of JavaScript, such as `-12.50` or `6.02e23`; null if it is none. */
export function parseDecimal(text: string): Decimal | null {
  const match = pattern.exec(text)
  if (!match || text.length > 400) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole + fraction === '') return null
  const power = Number(exponent)
  if (Math.abs(power) > maxExponent) return null
  const units = BigInt(whole + fraction) * (sign ? -1n : 1n)
  const scale = fraction.length - power
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 }
}

/** The decimal of a finite number, as JavaScript prints it: 0.1 is exactly one tenth. */
export const decimalOf = (value: number) => parseDecimal(String(value)) ?? zero

export const zero: Decimal = { units: 0n, scale: 0 }

const unitsAt = (value: Decimal, scale: number) => value.units * 10n ** BigInt(scale - value.scale)

/** The exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale }
}

/** The exact product. */
export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

/** The number with the other sign. */
export const negate = (a: Decimal): Decimal => ({ units: -a.units, scale: a.scale })
/** The number without its sign. */
export const absolute = (a: Decimal): Decimal => (a.units < 0n ? negate(a) : a)
/** The exact difference. */
export const subtract = (a: Decimal, b: Decimal) => add(a, negate(b))

/** Negative if `a` is less, 0 if both are equal, positive if `a` is greater. */
export function compareDecimals(a: Decimal, b: Decimal) {
  const { units } = subtract(a, b)
  return units < 0n ? -1 : units > 0n ? 1 : 0
}

/** Plain decimal notation without an exponent or needless zeros. */
export function decimalText({ units, scale }: Decimal) {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let end = digits.length
  while (end > whole.length && digits[end - 1] === '0') end--
  const fraction = digits.slice(whole.length, end)
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}
