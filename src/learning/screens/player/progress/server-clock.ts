/** An answer's date has no fractions of a second, and the answer was under way for a while. */
const toleranceMs = 10_000

let aheadMs = 0

/** Learns from an answer's `date` header by how much the clock of this device is wrong. */
export function syncServerClock(date: string | null) {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const ahead = Date.now() - at
  aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
}

/** The time at the server: what devices with clocks of their own can be compared by. */
export const serverTime = () => Date.now() - aheadMs
