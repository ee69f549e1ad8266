import type { Disposable, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { collectPageErrors, desktopViewport, openBrowser, type BrowserPage } from './browser.ts'
import { startSchoolApp, storageFor, type SchoolApp } from './school-app.ts'
import { injectSession } from './session.ts'

type Options = Parameters<typeof openBrowser>[0] & {
  /** For a test that changes the browser itself: clock, scripts, connection. The profile is not reused. */
  alone?: boolean
}

interface OpenVisit extends BrowserPage {
  kind: string
  alone: boolean
  session: Disposable | null
  /** Visited origins, each with its own storage. */
  origins: Set<string>
}

/** The product and a school for each file, from the first test that calls `startVisit` to its last. */
export let schoolApp: SchoolApp

const open: OpenVisit[] = []

/** Clean profiles for the next tests of this file: a new one takes longer than its page. */
const idle: OpenVisit[] = []

/**
 * Provides the product and a new school for the tests of a file, and closes after each test what `browse` opened.
 */
export function setUpSchoolApp(env?: () => Promise<NodeJS.ProcessEnv>) {
  beforeAll(async () => {
    schoolApp = await startSchoolApp(await env?.())
  })
  afterEach(async () => {
    for (const visit of open.splice(0)) await end(visit)
  })
  afterAll(async () => {
    for (const { context } of idle.splice(0)) await context.close()
    await schoolApp.close()
  })
}

/** Fails a test if a page reported errors; the browser reports each failed request, expected or not. */
export function failOnPageErrors(expected: RegExp) {
  afterEach(() => {
    const complaints = open.flatMap((visit) => visit.complaints)
    const violations = complaints.filter((complaint) => !expected.test(complaint))
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
}

/** Waits for hydration: earlier clicks are ignored. */
export const waitForHydration = (page: Page) =>
  page.waitForFunction(
    () => {
      const first = document.querySelector('main :is(form, button, input)')
      return first && Object.keys(first).some((key) => key.startsWith('__reactProps'))
    },
    undefined,
    { polling: 50 },
  )

/** Opens a path of the school, or an absolute address, in a clean browser profile with a logged-in person. */
export async function openPage(
  path: string,
  person: TestUser | null,
  options: Options = {},
): Promise<BrowserPage> {
  const visit = options.alone
    ? await newVisit(options)
    : ((await idleVisit(options)) ?? (await newVisit(options)))
  open.push(visit)
  if (person) visit.session = await injectSession(visit.context, storageFor(person))
  await visit.page.goto(new URL(path, schoolApp.origin).href)
  return visit
}

/** Closes a visit before the end of the test, so that the next one can reuse its profile. */
export async function closePage(visit: BrowserPage) {
  const left = open.find(({ page }) => page === visit.page)
  if (!left) return
  open.splice(open.indexOf(left), 1)
  await end(left)
}

async function end(visit: OpenVisit) {
  const isNew = await renewed(visit).catch(() => false)
  if (isNew) idle.push(visit)
  else await visit.context.close()
}

/** Options that a profile keeps. */
const kindOf = ({ locale = '', scripts = true }: Options) => `${locale} ${scripts}`

async function newVisit(options: Options): Promise<OpenVisit> {
  const { context, page } = await openBrowser(options)
  const visit = { context, page, kind: kindOf(options), alone: options.alone ?? false, session: null }
  return watched({ ...visit, complaints: [], origins: new Set() })
}

function watched(visit: OpenVisit) {
  visit.complaints = collectPageErrors(visit.page)
  visit.page.on('framenavigated', (frame) => {
    const { protocol, origin } = new URL(frame.url())
    if (frame === visit.page.mainFrame() && protocol.startsWith('http')) visit.origins.add(origin)
  })
  return visit
}

async function idleVisit(options: Options) {
  const at = idle.findIndex(({ kind }) => kind === kindOf(options))
  if (at < 0) return null
  const [visit] = idle.splice(at, 1)
  await visit!.page.setViewportSize(options.size ?? desktopViewport)
  await visit!.page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' })
  return visit!
}

/** Cleans a profile, except for cached files; false if impossible. */
async function renewed(visit: OpenVisit) {
  const { context, page } = visit
  const isOurs = [...visit.origins].every((origin) => /[/.]localhost:/.test(origin))
  if (visit.alone || !isOurs || context.pages().length > 1) return false
  await visit.session?.dispose()
  visit.session = null
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  const line = await context.newCDPSession(page)
  for (const origin of [...visit.origins].toReversed()) {
    // Data that a page writes on unload is written before the next page loads.
    await page.goto(`${origin}/health/live`)
    await page.evaluate(() => sessionStorage.clear())
    await line.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  // Cookies of other hosts that only redirected.
  await context.clearCookies()
  visit.origins.clear()
  await line.send('Page.resetNavigationHistory')
  await line.detach()
  watched(visit)
  return true
}
