import { expect, test } from 'vitest'
import { limitLevel } from './limit-level.ts'

test.each([
  [0, 0, 'none'],
  [31, 79, 'none'],
  [32, 0, 'near'],
  [0, 80, 'near'],
  [39, 99, 'near'],
  [40, 0, 'reached'],
  [0, 101, 'reached'],
])('with %i of 40 students and %i of 100 bytes, the level is %s', (students, storage, expected) =>
  expect(
    limitLevel({ students: { used: students, limit: 40 }, storage: { used: storage, limit: 100 } }),
  ).toBe(expected),
)
