/** Attempts that are running in this process. */
interface Busy {
  endpoint: number
  school: number
  process: number
}

const maxRunning: Busy = { endpoint: 4, school: 12, process: 400 }

/**
 * Number of further attempts that an endpoint may start. An endpoint without running attempts may always start
 * one, so that slow addresses of a school cannot block a fast one.
 */
export function concurrencyLimit(busy: Busy): number {
  if (busy.process >= maxRunning.process) return 0
  const room = Math.min(
    maxRunning.endpoint - busy.endpoint,
    maxRunning.school - busy.school,
    maxRunning.process - busy.process,
  )
  return Math.max(room, busy.endpoint === 0 ? 1 : 0)
}
