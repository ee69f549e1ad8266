/** Below the maximum delay of a timer, in milliseconds. */
const longest = 2_000_000_000
/** Milliseconds after the opening time, so that the server's clock has passed it too. */
const margin = 500
const soonest = 1_000
const slowest = 30_000

/**
 * Returns milliseconds until the outline should be reloaded for the next opening content. Overdue contents are
 * retried soon, because the response may have been slow, and then less often, because the device's clock may be
 * fast.
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
