const minute = 60_000
const hour = 60 * minute

/** Pauses between questions about an attempt, by its age. */
const pauses: readonly (readonly [youngerThan: number, pause: number])[] = [
  [10 * minute, 2 * minute],
  [2 * hour, 10 * minute],
  [24 * hour, hour],
  [72 * hour, 6 * hour],
]

/** When to ask the provider about an unpaid attempt again; null after three days. */
export function nextCheckAt(created_at: Date, now: Date): Date | null {
  const age = now.getTime() - created_at.getTime()
  const pause = pauses.find(([youngerThan]) => age < youngerThan)?.[1]
  return pause === undefined ? null : new Date(now.getTime() + pause)
}

/** An attempt expires this long after its page, even if the provider still reports it as pending. */
export const expiryGraceMs = 15 * minute
/** An attempt that the provider cannot find after this time was never created there. */
export const unknownGraceMs = 30 * minute
