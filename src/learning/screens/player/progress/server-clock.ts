/** Milliseconds; the `date` header has whole seconds and includes the network delay. */
const toleranceMs = 10_000

let aheadMs = 0

/** Measures the error of the device's clock by the `date` header of a response. */
export function syncServerClock(date: string | null) {
  const at = Date.parse(date ?? '')
  if (Number.isNaN(at)) return
  const ahead = Date.now() - at
  aheadMs = Math.abs(ahead) > toleranceMs ? ahead : 0
}

/** Estimated time of the server, to compare devices. */
export const serverTime = () => Date.now() - aheadMs
