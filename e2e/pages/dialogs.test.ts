import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo } from '../harness/demo-product.ts'
import { checkLayers } from '../harness/open-dialogs.ts'
import type { Product } from '../harness/product.ts'

let product: Product

beforeAll(async () => {
  product = await startDemo('dialogs')
})
afterAll(() => product?.close())

// Pages with many kinds of dialogs; `npm run screens:dialogs` opens those of every page and role.
test('dialogs, menus and drawers are free of violations, light and dark', async () => {
  const pages = ['course-students']
  const { opened, violations } = await checkLayers(product, { viewer: 'account_user', language: 'en', pages })
  expect(violations).toEqual([])
  expect(opened.length).toBeGreaterThan(5)
})

test('and from right to left', async () => {
  const pages = ['people']
  const { opened, violations } = await checkLayers(product, { viewer: 'account_user', language: 'ar', pages })
  expect(violations).toEqual([])
  expect(opened.length).toBeGreaterThan(2)
})
