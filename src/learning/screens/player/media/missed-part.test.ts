import { expect, test } from 'vitest'
import { firstMissedSecond } from './missed-part.ts'

test.each([
  [[], 100, 0],
  [[[0, 100]], 100, null],
  [[[0, 99]], 100, null],
  [[[5, 100]], 100, 0],
  [
    [
      [0, 50],
      [51, 100],
    ],
    100,
    null,
  ],
  [
    [
      [0, 50],
      [60, 70],
      [80, 100],
    ],
    100,
    50,
  ],
  [[[0, 81]], 100, 81],
] as const)('of %j in %d seconds the first missed second is %j', (played, duration, second) => {
  expect(firstMissedSecond(played, duration)).toBe(second)
})
