export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32: the same seed gives the same numbers, so that two seedings are equal. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)]!,
  }
}
