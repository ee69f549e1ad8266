import {
  absolute,
  add,
  compareDecimals,
  decimalText,
  multiply,
  parseDecimal,
  subtract,
} from '../questions/numbers/decimal.ts'

/**
 * Share of the points for a percentage of a file. Files round percentages: what is within 0.001 % of n/k, k up to 10,
 * is exactly n/k. Null if the text is not a percentage from -100 to 100.
 */
export function shareFromPercent(percent: string): number | null {
  const share = Number(percent) / 100
  if (percent.trim() === '' || !(share >= -1 && share <= 1)) return null
  for (let k = 1; k <= 10; k += 1) {
    const n = Math.round(share * k)
    if (Math.abs(share - n / k) < 1e-5) return n / k
  }
  return share
}

/** The percentage of a share, such as `33.33333`. */
export const percentOf = (share: number) => String(Number((share * 100).toFixed(5)))

/** Decimal text of a number that a file writes as `+1.50`, `.5`, `1,5` or `6.02E23`; null if it is none. */
export function decimalFrom(written: string): string | null {
  const text = written.trim().replace(/^\+/, '').replace(',', '.').replace('E', 'e').replace('e+', 'e')
  const full = text.replace(/^(-?)\./, '$10.').replace(/\.(?=e|$)/, '')
  return /^-?\d{1,20}(?:\.\d{1,15})?(?:e-?\d{1,2})?$/.test(full) ? full : null
}

const half = parseDecimal('0.5')!

/** Number and tolerance of the range from `low` to `high`; null if it is empty. */
export function rangeMiddle(low: string, high: string) {
  const [from, to] = [parseDecimal(low), parseDecimal(high)]
  if (!from || !to || compareDecimals(from, to) > 0) return null
  const value = decimalFrom(decimalText(multiply(add(from, to), half)))
  const tolerance = decimalFrom(decimalText(multiply(subtract(to, from), half)))
  return value === null || tolerance === null ? null : { value, tolerance }
}

/** A tolerance as an absolute one; null if it has too many digits. */
export function absoluteTolerance(accepted: { value: string; tolerance: string; tolerance_kind: string }) {
  if (accepted.tolerance_kind === 'absolute') return accepted.tolerance
  const share = multiply(absolute(parseDecimal(accepted.value)!), parseDecimal(accepted.tolerance)!)
  return decimalFrom(decimalText(share))
}

const isNear = (share: number, other: number) => Math.abs(share - other) < 1e-4

/**
 * Right options and scoring for shares of options. `isExact` is false if the shares say something else than that each
 * right option counts the same, and that a wrong one costs as much, or all points.
 */
export function scoringOfShares(options: readonly { id: string; share: number }[]) {
  const right = options.filter(({ share }) => share > 0)
  const incorrect = options.filter(({ share }) => share <= 0)
  const part = 1 / right.length
  const costs = (share: number) => incorrect.every((option) => isNear(option.share, -share))
  const isAllOrNothing = incorrect.length > 0 && right.length > 1 && costs(1)
  return {
    correct: right.map(({ id }) => id),
    scoring: isAllOrNothing ? ('all_or_nothing' as const) : ('partial' as const),
    isExact: right.every(({ share }) => isNear(share, part)) && (isAllOrNothing || costs(part)),
  }
}

/** Shares that `scoringOfShares` reads as the same key. With one right option, or no wrong one, they cannot tell. */
export function sharesOfScoring(
  options: number,
  { correct, scoring }: { correct: string[]; scoring: string },
) {
  const right = 1 / correct.length
  const cost = scoring === 'all_or_nothing' ? -1 : -right
  return {
    shareOf: (id: string) => (correct.includes(id) ? right : cost),
    isExact: scoring === 'partial' || (correct.length > 1 && correct.length < options),
  }
}
