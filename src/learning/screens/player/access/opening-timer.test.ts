import { expect, test } from 'vitest'
import { createOpeningTimer } from './opening-timer.ts'

const opens = Date.parse('2031-12-03T08:00:00Z')

test('waits until just after the opening time, however far away', () => {
  const transferRate = createOpeningTimer()
  expect(transferRate(opens, opens - 6_000)).toBe(6_500)
  expect(transferRate(opens, opens - 10 ** 11)).toBeLessThan(2 ** 31)
})

test('retries at once for overdue contents, then less often, and starts again for the next one', () => {
  const transferRate = createOpeningTimer()
  const waits = Array.from({ length: 8 }, (_look, at) => transferRate(opens, opens + at * 60_000))
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  expect(transferRate(opens + 60_000, opens + 60_001)).toBe(1_000)
})
