import { expect, test } from 'vitest'
import { nextCheckAt } from './check-times.ts'

const created = new Date('2026-11-24T09:00:00Z')
const minutes = (count: number) => new Date(created.getTime() + count * 60_000)

test.each([
  [0, 2],
  [9, 11],
  [10, 20],
  [119, 129],
  [120, 180],
  [24 * 60, 30 * 60],
])('after %d minutes asks again at minute %d', (age, next) => {
  expect(nextCheckAt(created, minutes(age))).toEqual(minutes(next))
})

test('stops after three days', () => {
  expect(nextCheckAt(created, minutes(72 * 60))).toBeNull()
})

test('asks at most fifteen minutes apart while a buyer may be paying', () => {
  for (let age = 0; age < 110; age++)
    expect(nextCheckAt(created, minutes(age))!.getTime() - minutes(age).getTime()).toBeLessThanOrEqual(
      900_000,
    )
})
