import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, phoneViewport } from '../harness/browser.ts'
import { loadPageIds } from '../harness/page-ids.ts'
import { startDemo } from '../harness/demo-product.ts'
import type { Product } from '../harness/product.ts'
import { injectSession } from '../harness/session.ts'
import { logIn, originFor, pagesFor, type Viewer } from '../harness/site-map.ts'
import { smallControls } from '../harness/small-controls.ts'

let product: Product

beforeAll(async () => {
  product = await startDemo('touch')
})
afterAll(() => product?.close())

/** Pages by viewer on which people press much. */
const pressed: [viewer: Viewer, names: string[]][] = [
  ['visitor', ['login', 'register']],
  ['student', ['dashboard', 'learn', 'learn-video', 'notes']],
  ['teacher', ['manage', 'courses', 'builder', 'course-settings', 'course-students']],
  ['account_user', ['students', 'people', 'orders', 'settings', 'brand', 'webhooks']],
]

test.each(pressed)('controls of the pages of a %s are large enough for fingers', async (viewer, names) => {
  const { page, context } = await openBrowser({ size: phoneViewport, touch: true })
  const session = await logIn(product, viewer)
  if (session) await injectSession(context, session)
  const ids = await loadPageIds(product)
  const small: object[] = []
  for (const name of names) {
    const { path } = pagesFor(viewer, ids).find((site) => site.name === name)!
    await page.goto(originFor(product, viewer) + path, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    for (const control of await page.evaluate(smallControls)) small.push({ page: name, ...control })
  }
  await context.close()
  expect(small).toEqual([])
})
