/** Milliseconds of processor time that `calibrationWork` takes on the quiet machine on which the limits were chosen. */
const referenceMs = 12
/** Beyond this a machine is too busy to say anything, and the limit must still mean something. */
export const maxSlowness = 3
const rounds = 5

const document = JSON.stringify(
  Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}`, tags: ['a', 'b'], at: { id } })),
)

/**
 * How many times longer than on the reference machine this processor takes at the moment, from 1 to `maxSlowness`. Time
 * of a processor is not the same everywhere: on a shared core the same work was seen to take 1 to 3 times as long.
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

/** Parses and writes JSON, as most of a request's time goes into objects and strings. */
function calibrationWork() {
  for (let n = 0; n < 10; n++) JSON.stringify(JSON.parse(document))
}
