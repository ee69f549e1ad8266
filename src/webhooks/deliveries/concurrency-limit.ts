/** Attempts under way in this process. */
interface Busy {
  endpoint: number
  school: number
  process: number
}

const maxRunning: Busy = { endpoint: 4, school: 12, process: 400 }

/**
 * How many more attempts an endpoint may begin. One that has none under way may always begin one, however busy the
 * others of its school are, so that slow addresses cannot shut out a quick one.
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
