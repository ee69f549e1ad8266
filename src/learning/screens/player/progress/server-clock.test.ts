import { afterEach, expect, test, vi } from 'vitest'
import { syncServerClock, serverTime } from './server-clock.ts'

const real = Date.UTC(2026, 10, 22, 10, 0, 0)

afterEach(() => {
  syncServerClock(new Date().toUTCString())
  vi.useRealTimers()
})

test.each([
  ['an hour slow', -3_600_000, 0],
  ['a day fast', 86_400_000, 0],
  ['right but for the time that an answer takes', 4_000, 4_000],
])('corrects a clock that is %s', (_which, offset, left) => {
  vi.useFakeTimers({ now: real + offset })
  syncServerClock(new Date(real).toUTCString())
  expect(serverTime() - real).toBe(left)
  vi.advanceTimersByTime(60_000)
  expect(serverTime() - real).toBe(60_000 + left)
})

test('uses a corrected clock again, and ignores a response without a date', () => {
  vi.useFakeTimers({ now: real - 3_600_000 })
  syncServerClock(new Date(real).toUTCString())
  syncServerClock(null)
  syncServerClock('soon')
  expect(serverTime()).toBe(real)
  vi.setSystemTime(real)
  syncServerClock(new Date(real).toUTCString())
  expect(serverTime()).toBe(real)
})
