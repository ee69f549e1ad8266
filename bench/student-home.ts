import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { BenchFixture } from './bench-fixture.ts'
import { median, type Measurement, type Metric } from './figures.ts'
import { measureFirstLesson, openPhoneBrowser, slow4G, throttle } from './first-lesson.ts'

const runs = 5
/** Maximum seconds until a student sees the course to continue, with its link. */
const homeBar = 2.5
/** Maximum milliseconds from a click to the heading of a page that was prefetched. */
const navigationBar = 200

/** Links of the app from the home page of a student, and the heading that each one leads to; null for one that names the student. */
const routes = [
  { link: 'My notes', heading: 'My notes' },
  { link: 'My learning', heading: null },
] as const

/** The home page of a student on a phone with empty caches on slow 4G: medians of several runs. */
export async function measureStudentHome(origin: string, fixture: BenchFixture): Promise<Measurement> {
  const browser = await openPhoneBrowser()
  try {
    const opened: Watched[] = []
    for (let run = 0; run < runs; run++) opened.push(await openHome(browser, origin, fixture))
    const times = opened.map(({ course }) => course)
    const value = median(times)
    const largest = median(opened.map((one) => one.largest))
    const shift = Math.max(...opened.map((one) => one.shift))
    const figures: Metric[] = [
      { name: 'student_home_slow_4g', value, unit: 's', bar: homeBar, better: 'lower' },
      { name: 'student_home_largest', value: largest, unit: 's', bar: null, better: 'lower' },
      { name: 'student_home_shift', value: shift, unit: 'CLS', bar: 0, better: 'lower' },
    ]
    const lines = [
      ['student home', 'seconds', 'bar', 'spread', 'largest part', 'shift'],
      [
        'slow_4g',
        value.toFixed(2),
        homeBar.toFixed(2),
        `${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)}`,
        largest.toFixed(2),
        shift.toFixed(4),
      ],
    ]
    return { figures, lines }
  } finally {
    await browser.close()
  }
}

/** Clicks within the app on links whose pages the pointer has prefetched: medians of several runs. */
export async function measureNavigation(origin: string, fixture: BenchFixture): Promise<Measurement> {
  const browser = await openPhoneBrowser()
  const figures: Metric[] = []
  const lines = [['navigation', 'ms', 'bar', 'spread']]
  try {
    const context = await newStudent(browser, fixture, { width: 1280, height: 800 })
    const page = await context.newPage()
    await page.goto(addressOf(origin, fixture, '/dashboard'))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const times = new Map<string, number[]>(routes.map(({ link }) => [link, []]))
    for (let run = 0; run < runs; run++)
      for (const { link, heading } of routes) times.get(link)!.push(await follow(page, link, heading))
    for (const [link, measured] of times) {
      const value = median(measured)
      figures.push({
        name: `navigation_${link.toLowerCase().replaceAll(' ', '_')}`,
        value,
        unit: 'ms',
        bar: navigationBar,
        better: 'lower',
      })
      const spread = `${Math.min(...measured).toFixed(0)}–${Math.max(...measured).toFixed(0)}`
      lines.push([link, value.toFixed(0), String(navigationBar), spread])
    }
    await context.close()
  } finally {
    await browser.close()
  }
  return { figures, lines }
}

const addressOf = (origin: string, { school_url }: BenchFixture, path: string) =>
  `http://${school_url}.localhost:${new URL(origin).port}${path}`

async function newStudent(
  browser: Browser,
  { students }: BenchFixture,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, locale: 'en-GB' })
  await context.addInitScript(storeSession, students[0]!.token)
  return context
}

interface Watched {
  /** When the link to the course to continue was painted. */
  course: number
  /** When the largest part of the page was painted, which may be a text of the lists below. */
  largest: number
  shift: number
}

declare global {
  interface Window {
    watchedHome?: Watched
  }
}

/** Runs in the page before its scripts: stores a session, and records paints and shifts. */
function storeSession(token: string) {
  if (!location.port) return
  localStorage.setItem('user_token', token)
  localStorage.setItem('user_type', 'student')
  const watched = { course: 0, largest: 0, shift: 0 }
  window.watchedHome = watched
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null }
    if (element?.closest('main')) watched.largest = entry.startTime
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) watched.shift += value
  })
  // The first script of the page may show the link; without it the app does.
  const look = () => {
    const link = document.querySelector('main a[href^="/learn/"]')
    if (!link?.checkVisibility()) return requestAnimationFrame(look)
    return requestAnimationFrame(() => (watched.course = performance.now()))
  }
  look()
}

async function openHome(browser: Browser, origin: string, fixture: BenchFixture): Promise<Watched> {
  const context = await newStudent(browser, fixture, { width: 360, height: 740 })
  const page = await context.newPage()
  await throttle(page, slow4G)
  await page.goto(addressOf(origin, fixture, '/dashboard'), { waitUntil: 'commit', timeout: 60_000 })
  await page.locator('main a[href^="/learn/"]').first().waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const { course, largest, shift } = await page.evaluate(() => window.watchedHome!)
  await context.close()
  return { course: course / 1_000, largest: largest / 1_000, shift }
}

/** Milliseconds from the click on a link, after the pointer rested on it, until the heading of its page is painted. */
async function follow(page: Page, link: string, heading: string | null) {
  const anchor = page.getByRole('navigation').getByRole('link', { name: link, exact: true }).first()
  await anchor.hover()
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    async ({ name, expected }) => {
      const target = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find(
        (one) => one.textContent?.trim() === name && one.checkVisibility(),
      )
      const before = document.querySelector('h1')
      const start = performance.now()
      target!.click()
      const isThere = () => {
        const now = document.querySelector('main h1, h1')
        return now !== null && now !== before && (expected === null || now.textContent?.trim() === expected)
      }
      while (!isThere()) await new Promise((done) => requestAnimationFrame(done))
      await new Promise((done) => requestAnimationFrame(done))
      return performance.now() - start
    },
    { name: link, expected: heading },
  )
}

/** Measurements in Chromium by the name that `--only` takes. */
export const inBrowser: Record<string, (origin: string, fixture: BenchFixture) => Promise<Measurement>> = {
  first_lesson: measureFirstLesson,
  student_home: measureStudentHome,
  navigation: measureNavigation,
}
