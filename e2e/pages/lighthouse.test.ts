import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium, type BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../../scripts/find-browser.js'
import { phoneViewport } from '../harness/browser.ts'
import { startDemo } from '../harness/demo-product.ts'
import { freePort, type Product } from '../harness/product.ts'
import { injectSession } from '../harness/session.ts'
import { logIn, type Viewer } from '../harness/site-map.ts'

let product: Product
let browser: BrowserContext
let port: number
const profile = mkdtempSync(join(tmpdir(), 'lyceum-lighthouse-'))

beforeAll(async () => {
  product = await startDemo('lighthouse')
  port = await freePort()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`]
  browser = await chromium.launchPersistentContext(profile, { executablePath: findBrowser(), args })
})
afterAll(async () => {
  await browser?.close()
  await product?.close()
  rmSync(profile, { recursive: true, force: true })
})

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Scores of one run as a phone on a slow connection, and the failed audits. */
async function marksOf(url: string) {
  const run = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'silent' })
  const { lhr } = run!
  const marks = Object.fromEntries(
    categories.map((name) => [name, Math.round((lhr.categories[name]!.score ?? 0) * 100)]),
  ) as Record<(typeof categories)[number], number>
  const weighed = categories
    .flatMap((name) => lhr.categories[name]!.auditRefs)
    .filter(({ weight }) => weight > 0)
  const lost = weighed.flatMap(({ id }) => {
    const { score, title, displayValue = '' } = lhr.audits[id]!
    return score !== null && score < 0.9 ? [`${id}: ${title} ${displayValue}`] : []
  })
  return { marks, lost: [...new Set(lost)] }
}

test(
  'the home page of a school has a score of at least 95 in every category',
  { timeout: 200_000 },
  async () => {
    const url = product.at('codecraft', '/')
    let { marks, lost } = await marksOf(url)
    const { performance: _noisy, ...steady } = marks
    for (const [name, mark] of Object.entries(steady))
      expect(mark, `${name}\n${lost.join('\n')}`).toBeGreaterThanOrEqual(95)
    // Performance depends on the load of the machine, so it is measured up to three times.
    for (let more = 2; more > 0 && marks.performance < 95; more--) ({ marks, lost } = await marksOf(url))
    expect(marks.performance, lost.join('\n')).toBeGreaterThanOrEqual(95)
  },
)

/** Compressed bytes of scripts transferred until the page was idle. */
async function scriptBytes(viewer: Viewer, host: string | null, path: string) {
  const context = await browser.browser()!.newContext({ viewport: phoneViewport })
  const session = await logIn(product, viewer)
  if (session) await injectSession(context, session)
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  const scripts = new Map<string, number>()
  let bytes = 0
  line.on('Network.responseReceived', ({ requestId, type, response }) => {
    // Pages load their texts as modules, and prefetch other scripts.
    if (type === 'Script' || response.mimeType.endsWith('javascript'))
      scripts.set(requestId, response.encodedDataLength)
  })
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const headers = scripts.get(requestId)
    if (headers !== undefined) bytes += encodedDataLength - headers
  })
  await line.send('Network.enable')
  await page.goto(product.at(host, path), { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await context.close()
  expect(scripts.size).toBeGreaterThan(0)
  return bytes
}

describe('transferred scripts', () => {
  test.each([
    ['the home of a school', 15_000, 'visitor', '/'],
    ['login', 170_000, 'visitor', '/login'],
    ['the dashboard of a student', 260_000, 'student', '/dashboard'],
    ['the desk of a teacher', 260_000, 'teacher', '/manage'],
  ] as const)('%s: at most %i bytes', async (_page, limit, viewer, path) => {
    expect(await scriptBytes(viewer, 'codecraft', path)).toBeLessThanOrEqual(limit)
  })
})
