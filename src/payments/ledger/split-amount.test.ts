import { describe, expect, test } from 'vitest'
import { partOf, splitAmount } from './split-amount.ts'

describe('splitAmount', () => {
  test.each([
    [10_000, [1, 1, 1], [3_334, 3_333, 3_333]],
    [100, [10, 90], [10, 90]],
    [5, [1, 1], [3, 2]],
    [7, [50, 30, 20], [4, 2, 1]],
    [1, [1, 99], [0, 1]],
    [0, [1, 2], [0, 0]],
    [10, [0, 5], [0, 10]],
    [9_007_199_254_740_991, [1, 2], [3_002_399_751_580_330, 6_004_799_503_160_661]],
  ])('splits %d by %j into %j', (amount, weights, parts) => {
    expect(splitAmount(amount, weights)).toEqual(parts)
  })

  test('loses and invents nothing, and misses the exact share by less than one unit', () => {
    for (let amount = 0; amount < 400; amount += 7)
      for (const weights of [
        [1, 2, 3],
        [333, 333, 334],
        [1, 0, 0, 1],
        [97, 2, 1],
      ]) {
        const parts = splitAmount(amount, weights)
        const total = weights.reduce((sum, weight) => sum + weight)
        expect(parts.reduce((sum, part) => sum + part)).toBe(amount)
        for (const [index, part] of parts.entries())
          expect(Math.abs(part * total - amount * weights[index]!)).toBeLessThan(total)
      }
  })

  test.each([
    [-1, [1]],
    [1.5, [1]],
    [2 ** 60, [1]],
    [1, [0]],
    [1, []],
    [1, [-1, 2]],
  ])('refuses %d by %j', (amount, weights) => {
    expect(() => splitAmount(amount, weights)).toThrow(RangeError)
  })
})

test.each([
  [10_000, 1_000, 1_000],
  [9_999, 1_000, 1_000],
  [5, 1_000, 1],
  [4, 1_000, 0],
  [10_000, 0, 0],
  [10_000, 10_000, 10_000],
])('takes of %d at %d basis points %d', (amount, rate, part) => {
  expect(partOf(amount, rate)).toBe(part)
})
