import { expect, test } from 'vitest'
import { shouldDisableEndpoint, nextAttemptAt } from './retry-schedule.ts'

const start = new Date('2027-01-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const hour = 3_600_000

/** Times of all attempts to an unreachable receiver, in milliseconds from the first. */
function attempts(chance: number) {
  const made = [0]
  for (;;) {
    const now = after(made.at(-1)!)
    const next = nextAttemptAt({ attempts: made.length, first_attempt_at: start, now, chance })
    if (!next) return made
    made.push(next.getTime() - start.getTime())
  }
}

test.each([0, 0.5, 0.999])('retries a delivery for 72 hours with growing pauses (%d)', (chance) => {
  const made = attempts(chance)
  expect(made.length).toBeGreaterThan(15)
  expect(made.at(-1)).toBeLessThanOrEqual(72 * hour)
  expect(made.at(-1)).toBeGreaterThan(64 * hour)
  const pauses = made.slice(1).map((at, index) => at - made[index]!)
  expect(pauses.every((pause, index) => index === 0 || pause >= pauses[index - 1]!)).toBe(true)
  expect(pauses[0]).toBeLessThanOrEqual(12_000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(7.2 * hour)
})

test('varies pauses by a fifth in both directions', () => {
  const pause = (chance: number) =>
    nextAttemptAt({ attempts: 1, first_attempt_at: start, now: start, chance })!.getTime() - start.getTime()
  expect([pause(0), pause(0.5), Math.round(pause(0.9999))]).toEqual([
    8_000,
    10_000,
    expect.closeTo(12_000, -1),
  ])
})

test('respects a receiver’s retry time, up to one hour', () => {
  const next = (retryAfterMs: number) =>
    nextAttemptAt({ attempts: 1, first_attempt_at: start, now: start, chance: 0.5, retryAfterMs })
  expect(next(60_000)).toEqual(after(60_000))
  expect(next(1)).toEqual(after(10_000))
  expect(next(99 * hour)).toEqual(after(hour))
})

test('disables an endpoint after 72 hours of failures', () => {
  expect([
    shouldDisableEndpoint(start, after(72 * hour - 1)),
    shouldDisableEndpoint(start, after(72 * hour)),
  ]).toEqual([false, true])
})
