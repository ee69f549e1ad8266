/** Mean of numbers; NaN for none. */
export const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** Sample variance (divided by n − 1), in two passes, which loses no digits for large means. */
export function variance(values: readonly number[]): number {
  const center = mean(values)
  return values.reduce((sum, one) => sum + (one - center) ** 2, 0) / (values.length - 1)
}

/** Pearson correlation of two lists of the same length; null if one of them is constant. */
export function correlation(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length < 2) return null
  const [centerX, centerY] = [mean(xs), mean(ys)]
  let [xx, yy, xy] = [0, 0, 0]
  for (const [index, x] of xs.entries()) {
    const [dx, dy] = [x - centerX, ys[index]! - centerY]
    xx += dx * dx
    yy += dy * dy
    xy += dx * dy
  }
  // A list that is constant but for rounding noise has no correlation.
  const noise = 1e-18 * xs.length
  if (xx <= noise * (1 + centerX ** 2) || yy <= noise * (1 + centerY ** 2)) return null
  return Math.min(1, Math.max(-1, xy / Math.sqrt(xx * yy)))
}
