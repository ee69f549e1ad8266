/**
 * Rounds half up to a number of decimals. A value that is a half but for the rounding noise of the computation, such as
 * 84.49499999999999 for 84.495, counts as a half.
 */
export function roundHalfUp(value: number, decimals = 2): number {
  const factor = 10 ** decimals
  return Math.floor(value * factor + 0.5 + 1e-7) / factor
}
