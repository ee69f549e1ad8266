/**
 * Splits an amount by weights so that the parts add up to it exactly. Each part is rounded down; the units that remain
 * go to the largest remainders, on equality to the earlier part. Throws RangeError for a negative amount or weight, and if
 * all weights are zero.
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError('an amount is a positive integer')
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0))
    throw new RangeError('a weight is a positive integer')
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new RangeError('a weight is above zero')
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, part: product / total, remainder: product % total }
  })
  const rest = BigInt(amount) - shares.reduce((sum, { part }) => sum + part, 0n)
  const byRemainder = shares.toSorted(
    (a, b) => Number(b.remainder > a.remainder) - Number(a.remainder > b.remainder) || a.index - b.index,
  )
  const extra = new Set(byRemainder.slice(0, Number(rest)).map(({ index }) => index))
  return shares.map(({ index, part }) => Number(part) + (extra.has(index) ? 1 : 0))
}

/** The part of an amount for a rate in hundredths of a per cent, rounded half up. */
export const partOf = (amount: number, basisPoints: number): number =>
  Number((BigInt(amount) * BigInt(basisPoints) * 2n + 10_000n) / 20_000n)
