/** A seeded generator (mulberry32), so that a failed property test repeats with the same values. Bounds are inclusive. */
export function randomIntegers(seed: number) {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  // Two draws: one alone has 32 bits, fewer than a safe integer.
  return (min: number, max: number) => min + Math.floor((fraction() + fraction() / 2 ** 32) * (max - min + 1))
}
