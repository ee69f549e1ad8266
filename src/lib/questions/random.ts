/** Returns numbers from 0 (inclusive) to 1 (exclusive). `Math.random` has this type. */
export type Random = () => number

/**
 * A random generator (sfc32) that yields the same numbers for the same seed. It is not secret: the seed gives away
 * every draw.
 */
export function createRandom(seed: string): Random {
  let [a, b, c, counter] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1]
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
  // The first numbers of similar seeds resemble each other.
  for (let round = 0; round < 15; round++) next()
  return next
}

/** 32 bits of a text (FNV-1a with a final mix); another `variant` gives independent bits. */
function hash(text: string, variant: number) {
  let bits = Math.imul(0x811c9dc5 ^ variant, 0x01000193)
  for (let index = 0; index < text.length; index++)
    bits = Math.imul(bits ^ text.charCodeAt(index), 0x01000193)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/** A whole number from `min` to `max`, both inclusive. */
export const randomInteger = (random: Random, min: number, max: number) =>
  min + Math.floor(random() * (max - min + 1))

/** A new array with the items in random order (Fisher-Yates). */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = randomInteger(random, 0, last)
    ;[shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!]
  }
  return shuffled
}
