/** A set of seconds, as ranges: from, up to but not including; in order, none touching another. */
export type Seconds = readonly (readonly [from: number, to: number])[]

export const noSeconds: Seconds = []

/** The set as it comes over the wire. */
export const secondsFrom = (ranges: readonly (readonly number[])[]): Seconds =>
  ranges.map(([from = 0, to = 0]) => [from, to])

/** Everything that is in either. */
export function union(a: Seconds, b: Seconds): Seconds {
  const sorted = [...a, ...b].filter(([from, to]) => to > from).sort(([x], [y]) => x - y)
  const joined: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

/** How many seconds are in the set. */
export const lengthOf = (set: Seconds) => set.reduce((sum, [from, to]) => sum + to - from, 0)
