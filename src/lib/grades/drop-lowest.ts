/** The part of a ratio that one item adds: Σ earned / Σ possible. */
export interface Fraction {
  id: string
  earned: number
  possible: number
}

/**
 * Splits items so that without the `count` dropped ones (Σ earned + extra) / Σ possible is as large as possible; at least
 * one item stays. Dropping the items with the lowest percentages one by one does not find that set when maxima differ.
 *
 * For a ratio q, the best set has the largest values of earned − q · possible; its ratio is the next q. The ratio grows with
 * each step and ends at the largest one (W. Dinkelbach, «On Nonlinear Fractional Programming», 1967). Of equal items, the
 * later one is dropped.
 */
export function dropLowest<T extends Fraction>(items: readonly T[], count: number, extra = 0) {
  const size = Math.max(1, items.length - Math.max(0, Math.trunc(count)))
  if (size >= items.length) return { counted: [...items], dropped: [] }
  let ratio = ratioOf(items, extra)
  let best = items.slice(0, size)
  // Each step but the last raises the ratio, and there are finitely many sets: the limit only guards against rounding.
  for (let step = 0; step < 100; step += 1) {
    best = highest(items, size, ratio)
    const next = ratioOf(best, extra)
    if (next <= ratio + Number.EPSILON) break
    ratio = next
  }
  const counted = new Set(best)
  return {
    counted: items.filter((item) => counted.has(item)),
    dropped: items.filter((item) => !counted.has(item)),
  }
}

const ratioOf = (items: readonly Fraction[], extra: number) => {
  const possible = items.reduce((sum, item) => sum + item.possible, 0)
  return possible > 0 ? (items.reduce((sum, item) => sum + item.earned, 0) + extra) / possible : 0
}

const highest = <T extends Fraction>(items: readonly T[], size: number, ratio: number) =>
  items
    .map((item, index) => ({ item, index, value: item.earned - ratio * item.possible }))
    .toSorted((one, other) => other.value - one.value || one.index - other.index)
    .slice(0, size)
    .map(({ item }) => item)
