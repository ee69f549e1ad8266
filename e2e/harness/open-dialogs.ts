import type { Locator, Page } from 'playwright-core'
import { languageCookie } from '#platform/client/session/cookies.ts'
import type { Language } from '#lib/languages/languages.ts'
import { accessibilityIssues } from './axe.ts'
import { openBrowser } from './browser.ts'
import { loadPageIds } from './page-ids.ts'
import type { Product } from './product.ts'
import { injectSession } from './session.ts'
import { logIn, originFor, pagesFor, type Viewer } from './site-map.ts'

/** Dialogs, drawers and menus that are open. */
export const layers = '[role="dialog"]:not([inert] *), [role="menu"]'

/** Buttons that may open a dialog or menu. Toolbars of editors and choices within a form do not. */
const openers =
  'main button:not([disabled], [type="submit"], [role], [aria-pressed], [role="toolbar"] *, .mantine-RichTextEditor-toolbar *)'

const openingMs = 250

/** Contrast is all that depends on the colours. */
const contrast = { runOnly: ['color-contrast'] }

/** Violations in what is open, light and dark. */
export async function layerIssues(page: Page) {
  const light = await accessibilityIssues(page, {}, layers)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await accessibilityIssues(page, contrast, layers)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

interface Walk {
  viewer: Viewer
  language: Language
  /** Names of pages; without it all pages of the viewer. */
  pages?: readonly string[]
}

/** Opens every dialog, drawer and menu of the pages of a viewer. Returns their names and violations, light and dark. */
export async function checkLayers(of: Product, { viewer, language, pages }: Walk) {
  const { context, page } = await openBrowser()
  const session = await logIn(of, viewer)
  if (session) await injectSession(context, session)
  const origin = originFor(of, viewer)
  await context.addCookies([{ name: languageCookie, value: language, url: origin }])
  await refuseChanges(page)
  const opened: string[] = []
  const violations: string[] = []
  for (const { name: site, path } of pagesFor(viewer, await loadPageIds(of))) {
    if (pages && !pages.includes(site)) continue
    await page.goto(origin + path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await visitLayers(page, async (name) => {
      opened.push(`${site}: ${name}`)
      violations.push(...(await layerIssues(page)).map((issue) => `${site}, ${name}: ${issue}`))
    })
  }
  await context.close()
  return { opened, violations }
}

/** Lets nothing change: a click that is no opener must not end the walk. */
const refuseChanges = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('blockedbyclient'),
  )

/**
 * Clicks each kind of button of the page, and each entry of the menus that open, and calls `check` for every dialog,
 * drawer and menu. Buttons of several rows with the same icon or text count as one.
 */
async function visitLayers(page: Page, check: (name: string) => Promise<void>) {
  const address = page.url()
  for (const index of await kindsOfButtons(page)) {
    const button = page.locator(openers).nth(index)
    const kind = await open(page, button)
    if (kind === null) continue
    const name = await nameOf(button)
    await check(name)
    const entries = kind === 'menu' ? await page.locator('[role="menuitem"]:not(a)').count() : 0
    await close(page, address)
    for (let entry = 0; entry < entries; entry++) {
      if ((await open(page, page.locator(openers).nth(index))) !== 'menu') break
      const item = page.locator('[role="menuitem"]:not(a)').nth(entry)
      const itemName = await nameOf(item)
      if ((await open(page, item)) === 'dialog') await check(`${name}, ${itemName}`)
      await close(page, address)
    }
  }
}

/** Index of the first button of each kind. */
const kindsOfButtons = (page: Page) =>
  page.evaluate((selector) => {
    const kinds = new Map<string, number>()
    for (const [index, button] of [...document.querySelectorAll<HTMLElement>(selector)].entries()) {
      if (!button.checkVisibility()) continue
      const icon = button.querySelector('svg')?.getAttribute('class') ?? ''
      const text = button.innerText.replace(/[0-9]+/g, '').trim()
      const kind = `${icon} ${text}`.trim()
      if (!kinds.has(kind)) kinds.set(kind, index)
    }
    return [...kinds.values()]
  }, openers)

const nameOf = (button: Locator) =>
  button
    .evaluate((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 60))
    .catch(() => '(gone)')

/** Clicks; returns what has opened. */
async function open(page: Page, button: Locator): Promise<'dialog' | 'menu' | null> {
  if (!(await button.isVisible())) return null
  await button.click({ timeout: 700 }).catch(() => null)
  const opened = page.locator(layers).first()
  await opened.waitFor({ timeout: openingMs }).catch(() => null)
  if (!(await opened.isVisible())) return null
  await page.waitForFunction(
    (selector) => !document.querySelector(selector)?.querySelector('[data-arriving], [aria-busy="true"]'),
    layers,
    { timeout: 3_000, polling: 50 },
  )
  return (await page.locator('[role="dialog"]:not([inert] *)').count()) > 0 ? 'dialog' : 'menu'
}

/** Closes everything, and returns to the page if a click has left it. */
async function close(page: Page, address: string) {
  for (let presses = 0; presses < 3 && (await page.locator(layers).count()) > 0; presses++) {
    await page.keyboard.press('Escape')
    await page
      .waitForFunction((selector) => !document.querySelector(selector), layers, { timeout: 600, polling: 50 })
      .catch(() => null)
  }
  const isOpen = (await page.locator(layers).count()) > 0
  if (!isOpen && page.url() === address) return
  await page.goto(address)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}
