const hour = 3_600_000

/** Milliseconds for which a delivery is retried, and an endpoint may fail before it is disabled. */
export const giveUpAfterMs = 72 * hour
const firstPauseMs = 10_000
const longestPauseMs = 6 * hour

/**
 * Time of the next attempt of a failed delivery; null after `giveUpAfterMs`. Pauses grow fourfold from ten
 * seconds to six hours. `chance` in [0, 1) varies them by a fifth in both directions, so that deliveries that
 * failed together do not repeat together. A receiver's Retry-After is respected up to one hour.
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
  /** Number of attempts in this round. */
  attempts: number
  first_attempt_at: Date
  now: Date
  chance: number
  retryAfterMs?: number
}

/** Whether an endpoint that has failed since then must be disabled. */
export const shouldDisableEndpoint = (failing_since: Date, now: Date) =>
  now.getTime() - failing_since.getTime() >= giveUpAfterMs
