const hour = 3_600_000

/** For so long a delivery is tried, and an endpoint may fail before it is turned off. */
export const giveUpAfterMs = 72 * hour
const firstPauseMs = 10_000
const longestPauseMs = 6 * hour

/**
 * When a delivery that failed is tried again; null when it was tried long enough. Pauses grow fourfold from ten seconds
 * to six hours. `chance` in [0, 1) spreads them by a fifth either way, so that what failed together does not come back
 * together. A receiver that says when may be asked later than that, by an hour at most.
 */
export function nextAttemptAt({
  attempts,
  first_attempt_at,
  now,
  chance,
  retryAfterMs = 0,
}: Failed): Date | null {
  const pause = Math.min(longestPauseMs, firstPauseMs * 4 ** (attempts - 1))
  const spread = pause * (0.8 + 0.4 * chance)
  const next = now.getTime() + Math.max(spread, Math.min(retryAfterMs, hour))
  return next - first_attempt_at.getTime() > giveUpAfterMs ? null : new Date(next)
}

interface Failed {
  /** Those made so far, in this round. */
  attempts: number
  first_attempt_at: Date
  now: Date
  chance: number
  retryAfterMs?: number
}

/** Whether an endpoint that fails since then is given up. */
export const shouldDisableEndpoint = (failing_since: Date, now: Date) =>
  now.getTime() - failing_since.getTime() >= giveUpAfterMs
