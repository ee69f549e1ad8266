import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/find-browser.js'
import { median, type Metric, type Measurement } from './figures.ts'
import type { BenchFixture } from './bench-fixture.ts'

interface Line {
  name: string
  /** Kilobits per second. */
  kbps: number
  /** Minimum milliseconds from a request to the first byte of its response. */
  latency: number
  /** Maximum seconds until the lesson is painted. */
  bar: number
}

/** Phone and connections of Lighthouse: 4× CPU; "slow 4G" throttled by DevTools, and 400 kbps with 400 ms. */
const cpuSlowdown = 4
export const slow4G: Line = { name: 'slow_4g', kbps: 1_474.56, latency: 562.5, bar: 3 }
const lines: Line[] = [{ name: 'slow_3g', kbps: 400, latency: 400, bar: 5 }, slow4G]
const runs = 5

/** Opens a browser that resolves the hosts of schools to this machine. */
export const openPhoneBrowser = () =>
  chromium.launch({
    executablePath: findBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--host-resolver-rules=MAP *.localhost 127.0.0.1',
    ],
  })

interface Opened {
  /** Seconds until the lesson's text was painted. */
  lesson: number
  /** Seconds until the app was hydrated. */
  app: number
  /** Cumulative layout shift. */
  shift: number
  /** API requests that read. */
  calls: number
  /** Bytes transferred until the lesson was painted. */
  bytes: number
}

/** A student's first lesson on a phone with empty caches: medians of several runs. */
export async function measureFirstLesson(origin: string, fixture: BenchFixture): Promise<Measurement> {
  const browser = await openPhoneBrowser()
  const figures: Metric[] = []
  const rows = [['first lesson', 'seconds', 'bar', 'spread', 'app', 'shift', 'API reads', 'kB until then']]
  try {
    for (const line of lines) {
      const opened: Opened[] = []
      for (let run = 0; run < runs; run++) opened.push(await openOnce(browser, origin, { fixture, line }))
      const of = (name: keyof Opened) => median(opened.map((one) => one[name]))
      const times = opened.map(({ lesson }) => lesson)
      const name = `first_lesson_${line.name}`
      figures.push(
        { name, value: of('lesson'), unit: 's', bar: line.bar, better: 'lower' },
        { name: `${name}_app`, value: of('app'), unit: 's', bar: null, better: 'lower' },
        { name: `${name}_shift`, value: of('shift'), unit: 'CLS', bar: 0, better: 'lower' },
      )
      rows.push([
        line.name,
        of('lesson').toFixed(2),
        line.bar.toFixed(2),
        `${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)}`,
        of('app').toFixed(2),
        of('shift').toFixed(3),
        String(of('calls')),
        (of('bytes') / 1_000).toFixed(0),
      ])
    }
  } finally {
    await browser.close()
  }
  return { figures, lines: rows }
}

interface Visit {
  fixture: BenchFixture
  line: Line
}

async function openOnce(browser: Browser, origin: string, { fixture, line }: Visit): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' })
  const { token } = fixture.students[0]!
  await context.addInitScript(watchPaints, token)
  const page = await context.newPage()
  const traffic = await throttle(page, line)
  const { port } = new URL(origin)
  const address = `http://${fixture.school_url}.localhost:${port}/learn/${fixture.course_id}?topic=${fixture.text_id}`
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 })
  // Rendered by the app only.
  await page.getByRole('button', { name: /^Completed|^Mark as completed/ }).waitFor({ timeout: 60_000 })
  const app = await page.evaluate(() => performance.now() / 1_000)
  const { lesson, shift } = await page.evaluate(() => window.watchedPaints!)
  const opened = {
    lesson: lesson / 1_000,
    app,
    shift,
    calls: traffic.reads(),
    bytes: traffic.bytesUntil(lesson / 1_000),
  }
  await context.close()
  return opened
}

declare global {
  interface Window {
    watchedPaints?: { lesson: number; shift: number }
  }
}

/** Runs in the page before its scripts: stores a session, and records paints and shifts. */
function watchPaints(token: string) {
  if (!location.port) return
  localStorage.setItem('user_token', token)
  localStorage.setItem('user_type', 'student')
  const watched = { lesson: 0, shift: 0 }
  window.watchedPaints = watched
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    const { element } = entry as PerformanceEntry & { element: Element | null }
    // A paragraph of the lesson, rendered by script or app.
    if (!watched.lesson && element?.closest('main p')) watched.lesson = entry.startTime
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) watched.shift += value
  })
}

/** Slows network and processor of a page down, and counts its requests. */
export async function throttle(page: Page, { kbps, latency }: Line) {
  const line: CDPSession = await page.context().newCDPSession(page)
  const bytesPerSecond = (kbps * 1_000) / 8
  const ended: { at: number; bytes: number }[] = []
  let start = 0
  let reads = 0
  line.on('Network.requestWillBeSent', ({ timestamp, request }) => {
    start ||= timestamp
    if (request.method === 'GET' && new URL(request.url).pathname.startsWith('/api/')) reads += 1
  })
  line.on('Network.loadingFinished', ({ timestamp, encodedDataLength }) =>
    ended.push({ at: timestamp, bytes: encodedDataLength }),
  )
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return {
    reads: () => reads,
    bytesUntil: (seconds: number) =>
      ended.filter(({ at }) => at - start <= seconds).reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
