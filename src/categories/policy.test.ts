import { expect, test } from 'vitest'
import { mayAddCategory, mayReorder } from './policy.ts'

test('allows at most 100 categories per school', () => {
  expect(mayAddCategory(99)).toEqual({ allowed: true })
  expect(mayAddCategory(100)).toEqual({ allowed: false, code: 'category_limit_reached' })
})

test.each([
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a'], true],
  [['a', 'b'], ['a'], false],
  [['a'], ['a', 'b'], false],
  [['a', 'b'], ['a', 'c'], false],
  [['a', 'b'], ['a', 'a'], false],
  [[], ['a'], false],
])('for %j, decides on the order %j: %j', (existing, newOrder, allowed) => {
  expect(mayReorder(existing, newOrder).allowed).toBe(allowed)
})
