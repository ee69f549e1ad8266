/** A set of seconds as ranges: from (included), to (excluded); sorted, none adjacent. */
export type SecondRanges = readonly (readonly [from: number, to: number])[]

export const noSecondRanges: SecondRanges = []

/** Parses the set from a reply. */
export const parseSecondRanges = (ranges: readonly (readonly number[])[]): SecondRanges =>
  ranges.map(([from = 0, to = 0]) => [from, to])

/** Union of both sets. */
export function unionRanges(a: SecondRanges, b: SecondRanges): SecondRanges {
  const sorted = [...a, ...b].filter(([from, to]) => to > from).sort(([x], [y]) => x - y)
  const joined: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** Number of seconds in the set. */
export const totalSeconds = (set: SecondRanges) => set.reduce((sum, [from, to]) => sum + to - from, 0)
