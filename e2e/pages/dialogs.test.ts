import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageCookie } from '#platform/client/session/cookies.ts'
import { openBrowser } from '../harness/browser.ts'
import { startDemo } from '../harness/demo-product.ts'
import { layerIssues, layers } from '../harness/open-dialogs.ts'
import { loadPageIds } from '../harness/page-ids.ts'
import type { Product } from '../harness/product.ts'
import { injectSession } from '../harness/session.ts'
import { logIn, originFor, pagesFor } from '../harness/site-map.ts'

let product: Product

beforeAll(async () => {
  product = await startDemo('dialogs')
})
afterAll(() => product?.close())

/** Buttons of pages of the owner by selector; `npm run screens:dialogs` opens those of every page and role. */
const openers = {
  people: ['header [aria-haspopup="menu"]', 'main td [aria-haspopup="menu"]', 'main .mantine-Button-root'],
  'course-students': ['main td [aria-haspopup="menu"]'],
}

test.each(['en', 'ar'])(
  'dialogs and menus in %s are free of violations, light and dark',
  async (language) => {
    const { context, page } = await openBrowser()
    await injectSession(context, (await logIn(product, 'account_user'))!)
    const origin = originFor(product, 'account_user')
    await context.addCookies([{ name: languageCookie, value: language, url: origin }])
    const sites = pagesFor('account_user', await loadPageIds(product))
    const violations: string[] = []
    for (const [site, buttons] of Object.entries(openers)) {
      await page.goto(origin + sites.find(({ name }) => name === site)!.path)
      for (const button of buttons) {
        await page.locator(button).first().click()
        await page.locator(layers).first().waitFor()
        violations.push(...(await layerIssues(page)).map((issue) => `${site}, ${button}: ${issue}`))
        await page.keyboard.press('Escape')
        await page.locator(layers).first().waitFor({ state: 'hidden' })
      }
    }
    await context.close()
    expect(violations).toEqual([])
  },
)
