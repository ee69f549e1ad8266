import { join } from 'node:path'
import { expect, test } from 'vitest'
import { measureBudgets, routesWithTooManyChunks } from './budgets.ts'

const built = join(import.meta.dirname, '../build/client')

test('exceeds no budget of script or style on any kind of page', () => {
  const past = measureBudgets(built).filter(({ bytes, limit }) => bytes > limit)
  expect(past).toEqual([])
})

test('splits no page into more than a few script files', () => {
  // The style page shows every piece of the interface; no school links to it.
  const stylePage = 'ui/dev/dev-page'
  expect(routesWithTooManyChunks(built, 30).filter(({ id }) => id !== stylePage)).toEqual([])
})
