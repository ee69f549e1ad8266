import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureBudgets, routesWithTooManyChunks } from './budgets.ts'

const built = join(import.meta.dirname, '../build/client')

test('no kind of page asks for more script or style than its budget', () => {
  const past = measureBudgets(built).filter(({ bytes, limit }) => bytes > limit)
  expect(past).toEqual([])
})

test('no page is cut into more than a few files of script', () => {
  expect(routesWithTooManyChunks(built, 30)).toEqual([])
})
