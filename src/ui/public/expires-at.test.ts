import { expect, test } from 'vitest'
import { expiresAt } from './expires-at.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

test('a page expires at the first moment that is ahead', () => {
  const moments = [inHours(-1), inHours(9), inHours(2)].map((moment) => moment.toISOString())
  expect(expiresAt([null, undefined, ...moments])).toEqual({ expires: inHours(2).toUTCString() })
})

test('a page without such a moment stays cached until it changes', () => {
  expect(expiresAt([])).toEqual({})
  expect(expiresAt([null, inHours(-1).toISOString()])).toEqual({})
})
