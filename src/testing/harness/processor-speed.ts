/** Milliseconds of CPU time that `calibrationWork` takes on the quiet reference machine. */
const referenceMs = 12
/** Beyond this a machine is too busy for a measurement, and the limit must stay meaningful. */
export const maxSlowness = 3
const rounds = 5

const document = JSON.stringify(
  Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}`, tags: ['a', 'b'], at: { id } })),
)

/**
 * Current slowness of this processor relative to the reference machine, from 1 to `maxSlowness`. CPU time varies:
 * on a shared core the same work took 1 to 3 times as long.
 */
export function processorSlowness(): number {
  const times = Array.from({ length: rounds }, timeOfCalibration).toSorted((one, other) => one - other)
  return Math.min(maxSlowness, Math.max(1, times[Math.floor(rounds / 2)]! / referenceMs))
}

function timeOfCalibration() {
  const before = process.threadCpuUsage()
  calibrationWork()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Parses and writes JSON, because most of a request's time goes into objects and strings. */
function calibrationWork() {
  for (let n = 0; n < 10; n++) JSON.stringify(JSON.parse(document))
}
