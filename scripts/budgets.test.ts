import { join } from 'node:path'
import { expect, test } from 'vitest'
import { budgets } from './budgets.ts'

test('no kind of page asks for more script or style than its budget', () => {
  const past = budgets(join(import.meta.dirname, '../build/client')).filter(
    ({ bytes, limit }) => bytes > limit,
  )
  expect(past).toEqual([])
})
