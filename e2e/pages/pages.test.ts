import type { RunOptions } from 'axe-core'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { desktopViewport, openBrowser, phoneViewport, type BrowserPage } from '../harness/browser.ts'
import { takeLayoutShifts, watchLayoutShifts } from '../harness/layout-shifts.ts'
import { loadPageIds } from '../harness/page-ids.ts'
import { startDemo } from '../harness/demo-product.ts'
import type { Product } from '../harness/product.ts'
import { findUntranslatedTexts } from '../harness/find-untranslated-texts.ts'
import { injectSession } from '../harness/session.ts'
import { logIn, originFor, pagesFor, viewers, type SitePage, type Viewer } from '../harness/site-map.ts'

let product: Product
let pageIds: Awaited<ReturnType<typeof loadPageIds>>

beforeAll(async () => {
  product = await startDemo('pages')
  pageIds = await loadPageIds(product)
})
afterAll(() => product?.close())

/** Each role opens the pages of the previous one, and more, so those are not repeated. */
const staff: Viewer[] = ['teacher', 'admin', 'account_user']

function pagesToRead(viewer: Viewer) {
  const before = staff.slice(0, Math.max(0, staff.indexOf(viewer)))
  const read = new Set(before.flatMap((other) => pagesFor(other, pageIds).map(({ name }) => name)))
  // The start page differs by role; the style pages have tests of their own.
  return pagesFor(viewer, pageIds).filter(
    ({ name }) => name === 'manage' || !(read.has(name) || name === 'ui' || name === 'ui-shell'),
  )
}

describe.each(viewers)('%s', (viewer) => {
  test('every page is free of faults, wide and narrow, light and dark, and does not move while it loads', async () => {
    const tab = await tabOf(viewer)
    const violations: string[] = []
    const looks = [wideAndLight, narrowAndDark]
    await turnTo(tab, looks[0]!)
    for (const site of pagesToRead(viewer)) {
      violations.push(...(await pageErrors(tab, site, looks)))
      // The next page opens with the current window, because resizing takes as long as many a page.
      looks.reverse()
    }
    await tab.context.close()
    expect(violations).toEqual([])
  })
})

interface Tab extends BrowserPage {
  origin: string
  /** Path of the open page if the app runs on it. */
  inApp: string | null
  /** Pending requests of the page. */
  waiting: Set<Request>
}

/** One tab for all pages of a viewer: a new one for each would double the time. */
async function tabOf(viewer: Viewer): Promise<Tab> {
  const visit = await openBrowser()
  await watchLayoutShifts(visit.context)
  const session = await logIn(product, viewer)
  if (session) await injectSession(visit.context, session)
  const waiting = new Set<Request>()
  visit.page.on('request', (request) => waiting.add(request))
  visit.page.on('requestfinished', (request) => waiting.delete(request))
  visit.page.on('requestfailed', (request) => waiting.delete(request))
  return { ...visit, origin: originFor(product, viewer), inApp: null, waiting }
}

interface Look {
  name: string
  size: typeof phoneViewport
  colours: 'light' | 'dark'
}
const wideAndLight: Look = { name: 'wide', size: desktopViewport, colours: 'light' }
const narrowAndDark: Look = { name: 'narrow and dark', size: phoneViewport, colours: 'dark' }

async function turnTo({ page }: Tab, { size, colours }: Look) {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: colours })
}

/** All faults of one page, each with its page and appearance. */
async function pageErrors(tab: Tab, { name, path }: SitePage, [first, second]: Look[]) {
  const { page, complaints } = tab
  const violations: string[] = []
  const at = (look: string, found: string[]) =>
    violations.push(...found.map((error) => `${name}, ${look}: ${error}`))
  try {
    at('open', [...(await open(tab, path)), ...(await takeLayoutShifts(page))])
    at(first!.name, await documentErrors(page))
    at('open', await shortenApiPage(tab, first!))
    at(first!.name, await appearanceErrors(page, first!))
    await turnTo(tab, second!)
    at(second!.name, await appearanceErrors(page, second!, again))
    // A resized page moves.
    await takeLayoutShifts(page)
  } catch (error) {
    at('open', [String(error)])
    tab.inApp = null
  }
  // The browser reports the deliberately missing page.
  at(
    'console',
    complaints.splice(0).filter((complaint) => !complaint.endsWith('/no-such-page-at-all')),
  )
  return violations
}

/** Pages of the app, which navigate to each other without loading a document. The player has another frame. */
const inApp = /^\/(account|console|dashboard|manage|notes|notifications|profile|school-details|support)\b/

/** Opens a page: within the app if it is open, which is much faster than a load. */
async function open(tab: Tab, path: string) {
  const { pathname } = new URL(path, tab.origin)
  const within = tab.inApp !== null && inApp.test(pathname) && pathname !== tab.inApp
  const violations = within ? await move(tab, path) : await load(tab, path)
  tab.inApp = inApp.test(pathname) ? pathname : null
  return violations
}

/** Waits until the page has loaded its data and animations have ended. */
async function load({ page, origin }: Tab, path: string) {
  await page.goto(origin + path)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(isWhole, undefined, { polling: 50 })
  await page.waitForLoadState('networkidle')
  return []
}

async function move({ page, origin, waiting }: Tab, path: string) {
  const { statusCode } = await product.app.http.inject({ url: path, headers: { host: new URL(origin).host } })
  await page.evaluate(async (to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await (globalThis as unknown as Routed).__reactRouterDataRouter.navigate(to)
  }, path)
  // The new page takes the focus when it appears.
  await page.waitForFunction(() => document.activeElement !== document.body, undefined, { polling: 50 })
  for (let quiet = 0; quiet < 3; quiet = waiting.size > 0 ? 0 : quiet + 1)
    await page.waitForFunction(isWhole, undefined, { polling: 50 }).then(() => twoFrames(page))
  return statusCode === 200 ? [] : [`its address answers ${statusCode}`]
}

interface Routed {
  __reactRouterDataRouter: { navigate(to: string): Promise<void> }
}

const isWhole = () => !document.querySelector('[aria-busy="true"]') && document.fonts.status === 'loaded'

/** Checks that do not depend on the window. */
async function documentErrors(page: Page) {
  const { lang, title, text, headings, gaps } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title.trim(),
    text: document.body.innerText,
    headings: document.querySelectorAll('h1').length,
    gaps: [...document.querySelectorAll('picture > source')].filter((one) => one.checkVisibility()).length,
  }))
  return [
    ...(lang === 'en' ? [] : [`its language is "${lang}"`]),
    ...(title === '' ? ['it has no title'] : []),
    ...(headings === 1 ? [] : [`it has ${headings} main headings`]),
    ...(gaps === 0 ? [] : [`${gaps} sources of pictures take a place`]),
    ...(/Error loading page/.test(text) ? ['it shows the fallback page'] : []),
    ...findUntranslatedTexts(`${title}\n${text}`).map((word) => `it shows "${word}"`),
  ]
}

/** Inline styles are the same in every appearance, and slow to check. */
const again: RunOptions = { rules: { 'avoid-inline-spacing': { enabled: false } } }

/** Checks that depend on size and colours. */
async function appearanceErrors(page: Page, { colours }: Look, options?: RunOptions) {
  await twoFrames(page)
  const wider = await horizontalOverflow(page)
  const violations = await accessibilityIssues(page, options)
  return [
    ...(wider > 0 ? [`it is ${wider} px too wide`] : []),
    ...(colours === 'dark' ? await darkModeErrors(page) : []),
    ...violations,
  ]
}

/** The API page lists hundreds of generated operations: all must fit a phone, then the first ones represent the rest. */
async function shortenApiPage(tab: Tab, look: Look) {
  const { page } = tab
  if (!page.url().endsWith('/api/docs')) return []
  await turnTo(tab, narrowAndDark)
  await twoFrames(page)
  const wider = await horizontalOverflow(page)
  await page.evaluate(() => {
    const rest = document.querySelectorAll('article:nth-of-type(n+4), dl > :nth-child(n+9)')
    for (const operation of rest) operation.remove()
  })
  await turnTo(tab, look)
  return wider > 0 ? [`its operations are ${wider} px too wide`] : []
}

async function darkModeErrors(page: Page) {
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const brightest = Math.max(...(background.match(/[\d.]+/g) ?? ['255']).slice(0, 3).map(Number))
  return brightest < 90 ? [] : [`its ground is ${background}`]
}

/** Waits until a change of size or colours is rendered. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
