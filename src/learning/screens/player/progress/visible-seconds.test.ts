import { expect, test } from 'vitest'
import { createVisibleSeconds, scrolledPercentage } from './visible-seconds.ts'

const second = 1_000

test('counts whole seconds while visible, each once', () => {
  const seconds = createVisibleSeconds()
  seconds.update(true, 100 * second)
  expect(seconds.take(103.4 * second)).toEqual([[100, 103]])
  expect(seconds.take(103.9 * second)).toEqual([])
  expect(seconds.take(105 * second)).toEqual([[103, 105]])
  seconds.update(false, 106 * second)
  expect(seconds.take(200 * second)).toEqual([[105, 106]])
  seconds.update(true, 300 * second)
  seconds.update(false, 302 * second)
  seconds.update(true, 310 * second)
  expect(seconds.take(311 * second)).toEqual([
    [300, 302],
    [310, 311],
  ])
})

test('counts nothing for a content that was only passed through', () => {
  const seconds = createVisibleSeconds()
  seconds.update(true, 100.2 * second)
  seconds.update(false, 100.7 * second)
  expect(seconds.take(101 * second)).toEqual([])
  expect(createVisibleSeconds().take(5 * second)).toEqual([])
})

test('measures the part of a text above the lower edge of the window', () => {
  expect(scrolledPercentage({ top: 900, height: 1_000 }, 800)).toBe(0)
  expect(scrolledPercentage({ top: 300, height: 1_000 }, 796)).toBe(50)
  expect(scrolledPercentage({ top: -197, height: 1_000 }, 800)).toBe(100)
  expect(scrolledPercentage({ top: -190, height: 1_000 }, 800)).toBe(99)
  expect(scrolledPercentage({ top: 100, height: 300 }, 800)).toBe(100)
})
