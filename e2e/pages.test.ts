import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessibilityFaults, sidewaysScroll } from './axe.ts'
import { desktop, openBrowser, phone } from './browser.ts'
import { startDemo } from './demo-product.ts'
import type { Product } from './product.ts'
import { rawTexts } from './raw-texts.ts'
import { keepSession } from './session.ts'
import { logIn, originOf, pagesFor, placesIn, viewers, type SitePage, type Viewer } from './site-map.ts'

let product: Product
let places: Awaited<ReturnType<typeof placesIn>>

beforeAll(async () => {
  product = await startDemo('pages')
  places = await placesIn(product)
})
afterAll(() => product?.close())

/** Each of them opens what the one before opens, and more: what that one has read is not read again. */
const staff: Viewer[] = ['teacher', 'admin', 'account_user']

function pagesToRead(viewer: Viewer) {
  const before = staff.slice(0, Math.max(0, staff.indexOf(viewer)))
  const read = new Set(before.flatMap((other) => pagesFor(other, places).map(({ name }) => name)))
  // Where each of them begins is another page for each; the style page has tests of its own.
  return pagesFor(viewer, places).filter(
    ({ name }) => name === 'manage' || !(read.has(name) || name === 'ui'),
  )
}

/** How many pages are read side by side. */
const tabs = 3

describe.each(viewers)('%s', (viewer) => {
  test('every page is sound, wide and narrow, light and dark', async () => {
    const visit = await openBrowser()
    const session = await logIn(product, viewer)
    if (session) await keepSession(visit.context, session)
    const waiting = pagesToRead(viewer)
    const faults: string[] = []
    const readOn = async () => {
      const tab = await openTab(visit.context)
      for (let next = waiting.shift(); next; next = waiting.shift())
        faults.push(...(await faultsOf(tab, viewer, next)))
    }
    await Promise.all(Array.from({ length: tabs }, readOn))
    await visit.context.close()
    expect(faults).toEqual([])
  })
})

interface Tab {
  page: Page
  /** What the browser complained of since this was emptied. */
  complaints: string[]
}

/** One tab for many pages: a new one for each would cost as much as the page in it. */
async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`script error: ${error.message}`))
  page.on('console', (message) => {
    const { url } = message.location()
    // The browser itself notes the page that is missing on purpose.
    const itself = url.endsWith('no-such-page-at-all')
    if (message.type() === 'error' && !itself) complaints.push(`${message.text()} ${url}`)
  })
  return { page, complaints }
}

/** Everything that is wrong with one page, each fault with the page and the look that has it. */
async function faultsOf({ page, complaints }: Tab, viewer: Viewer, { name, path }: SitePage) {
  const faults: string[] = []
  const at = (look: string, found: string[]) =>
    faults.push(...found.map((fault) => `${name}, ${look}: ${fault}`))
  try {
    await page.setViewportSize(desktop)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(originOf(product, viewer) + path)
    await settled(page)
    at('wide', [...(await documentFaults(page)), ...(await lookFaults(page))])
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    at('narrow and dark', [...(await darkFaults(page)), ...(await lookFaults(page))])
  } catch (error) {
    at('open', [String(error)])
  }
  at('console', complaints.splice(0))
  return faults
}

/** Waits until the page has its data and what it moved has come to rest. */
async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(
    () => !document.querySelector('[aria-busy="true"]') && document.fonts.status === 'loaded',
    undefined,
    { polling: 50 },
  )
  await page.waitForLoadState('networkidle')
}

/** What has to be right whatever the window is like. */
async function documentFaults(page: Page) {
  const { lang, title, text, headings } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    title: document.title.trim(),
    text: document.body.innerText,
    headings: document.querySelectorAll('h1').length,
  }))
  return [
    ...(lang === 'en' ? [] : [`its language is "${lang}"`]),
    ...(title === '' ? ['it has no title'] : []),
    ...(headings === 1 ? [] : [`it has ${headings} main headings`]),
    ...(/Error loading page/.test(text) ? ['it shows the fallback page'] : []),
    ...rawTexts(`${title}\n${text}`).map((word) => `it shows "${word}"`),
  ]
}

/** What depends on the size and the colours. */
async function lookFaults(page: Page) {
  await twoFrames(page)
  const wider = await sidewaysScroll(page)
  const shorter = page.url().endsWith('/api/docs') ? await page.addStyleTag({ content: firstOfMany }) : null
  const faults = await accessibilityFaults(page)
  await shorter?.evaluate((style: Element) => style.remove())
  return [...(wider > 0 ? [`it is ${wider} px too wide`] : []), ...faults]
}

/** The page of the API lists hundreds of operations, all written by one function: the first ones stand for the rest. */
const firstOfMany = 'article:nth-of-type(n+4), dl > :nth-child(n+9) { display: none }'

async function darkFaults(page: Page) {
  await twoFrames(page)
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const brightest = Math.max(...(background.match(/[\d.]+/g) ?? ['255']).slice(0, 3).map(Number))
  return brightest < 90 ? [] : [`its ground is ${background}`]
}

/** Until what a change of size or colours set off is drawn. */
const twoFrames = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
