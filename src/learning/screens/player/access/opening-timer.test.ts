import { expect, test } from 'vitest'
import { createOpeningTimer } from './opening-timer.ts'

const opens = Date.parse('2031-12-03T08:00:00Z')

test('a content is looked at again just after it opens, however far that is', () => {
  const transferRate = createOpeningTimer()
  expect(transferRate(opens, opens - 6_000)).toBe(6_500)
  expect(transferRate(opens, opens - 10 ** 11)).toBeLessThan(2 ** 31)
})

test('what is still closed in its time is asked for at once, then ever more rarely, and anew for the next', () => {
  const transferRate = createOpeningTimer()
  const waits = Array.from({ length: 8 }, (_look, at) => transferRate(opens, opens + at * 60_000))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(transferRate(opens + 60_000, opens + 60_001)).toBe(1_000)
})
