/** The longest that a timer can wait, near enough. */
const longest = 2_000_000_000
/** Past the time itself, so that the server's clock has come to it too. */
const margin = 500
const soonest = 1_000
const slowest = 30_000

/**
 * Milliseconds until the outline is worth reading again, for the next time at which a content opens. What is still
 * closed although its time has come is asked for again soon, since its answer may only have been long on its way, and
 * then ever more rarely, since the device's clock may be ahead.
 */
export function createOpeningTimer() {
  let late = { next: 0, wait: soonest }
  return (next: number, now: number) => {
    const left = next - now
    if (left > 0) return Math.min(left + margin, longest)
    const wait = late.next === next ? Math.min(late.wait * 2, slowest) : soonest
    late = { next, wait }
    return wait
  }
}
