/**
 * `npm run screens`: screenshots of every page as each role, at two widths, light and dark, and one contact sheet
 * per role.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { testSecret } from '#testing/harness/databases.ts'
import { closeBrowser, desktopViewport, openBrowser, phoneViewport } from './harness/browser.ts'
import { startProduct, type Product } from './harness/product.ts'
import { injectSession } from './harness/session.ts'
import {
  logIn,
  originFor,
  pagesFor,
  loadPageIds,
  viewers,
  type StoredSession,
  type Viewer,
} from './harness/site-map.ts'

const folder = 'screens'
const sizes = { 1280: desktopViewport, 360: phoneViewport }
type Width = keyof typeof sizes

/** Number of parallel browser profiles: each waits much of its time for the product and for rendering. */
const profiles = 3

interface Shot {
  file: string
  label: string
}

interface Job {
  viewer: Viewer
  width: Width
  session: StoredSession | null
}

/** All pages of a viewer at one width, each loaded once and captured light and dark. */
async function shoot(of: Product, { viewer, width, session }: Job): Promise<Shot[]> {
  const pages = pagesFor(viewer, await loadPageIds(of))
  const visit = await openBrowser({ size: sizes[width] })
  if (session) await injectSession(visit.context, session)
  const shots: Shot[] = []
  for (const { name, path } of pages) {
    await visit.page.emulateMedia({ colorScheme: 'light' })
    await visit.page.goto(originFor(of, viewer) + path)
    await settled(visit.page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.page.emulateMedia({ colorScheme })
      const label = `${name}-${width}-${colorScheme}`
      const file = join(folder, fileName(viewer), `${label}.png`)
      await visit.page.screenshot({ path: file, fullPage: true, timeout: 60_000 })
      shots.push({ file, label })
    }
  }
  await visit.context.close()
  return shots
}

/** Every viewer at every width, a few in parallel; then a contact sheet for each viewer. */
async function shootAll(of: Product, selected: readonly Viewer[]) {
  for (const viewer of selected) mkdirSync(join(folder, fileName(viewer)), { recursive: true })
  const shots = new Map<Viewer, Shot[]>(selected.map((viewer) => [viewer, []]))
  const jobs: Job[] = []
  for (const viewer of selected) {
    const session = await logIn(of, viewer)
    jobs.push({ viewer, width: 1280, session }, { viewer, width: 360, session })
  }
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const taken = await shoot(of, job)
      shots.get(job.viewer)!.push(...taken)
      process.stdout.write(`${job.viewer} ${job.width}: ${taken.length} pictures\n`)
    }
  }
  await Promise.all(Array.from({ length: profiles }, work))
  for (const [viewer, taken] of shots)
    await contactSheet(taken.toSorted(byLabel), join(folder, `${fileName(viewer)}.png`))
}

const byLabel = (one: Shot, other: Shot) => (one.label < other.label ? -1 : 1)

/** Waits until the page shows no loading state and animations have ended. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 5_000 })
    .catch(() => {})
  await page.waitForTimeout(200)
}

/** All screenshots of a role side by side, cropped to the first viewport. */
async function contactSheet(shots: Shot[], out: string) {
  const [width, height, columns, gap] = [300, 420, 8, 10]
  const tiles = await Promise.all(
    shots.map(async ({ file, label }, index) => {
      const resized = await sharp(file).resize({ width }).toBuffer({ resolveWithObject: true })
      const top = { left: 0, top: 0, width, height: Math.min(resized.info.height, height - 24) }
      const screenshot = await sharp(resized.data).extract(top).png().toBuffer()
      const title = Buffer.from(
        `<svg width="${width}" height="24"><text x="2" y="17" font-family="sans-serif" font-size="14">${label}</text></svg>`,
      )
      const left = gap + (index % columns) * (width + gap)
      const above = gap + Math.floor(index / columns) * (height + gap)
      return [
        { input: title, left, top: above },
        { input: screenshot, left, top: above + 24 },
      ]
    }),
  )
  const rows = Math.ceil(shots.length / columns)
  const canvas = {
    width: gap + columns * (width + gap),
    height: gap + rows * (height + gap),
    channels: 3 as const,
  }
  await sharp({ create: { ...canvas, background: '#e5e7eb' } })
    .composite(tiles.flat())
    .png()
    .toFile(out)
}

const fileName = (viewer: Viewer) => viewer.replace(' ', '-')

function indexPage(shown: readonly Viewer[]) {
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
${shown.map((viewer) => `<h2>${viewer}</h2><a href="${fileName(viewer)}/"><img src="${fileName(viewer)}.png" style="max-width:100%" alt=""></a>`).join('\n')}`
}

const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-screens-'))
const server = await startEmbeddedPostgres({ dataDir, ephemeral: true, log: console })
const appUrl = appRoleUrl(server.url, testSecret)
await migrate(server.url, { appRolePassword: new URL(appUrl).password })
const product = await startProduct({ ownerUrl: server.url, appUrl, demo: true })
const only = process.argv[2]
try {
  rmSync(folder, { recursive: true, force: true })
  const selected = viewers.filter((viewer) => !only || viewer === only)
  await shootAll(product, selected)
  writeFileSync(join(folder, 'index.html'), indexPage(selected))
  process.stdout.write(`Look at ${folder}/index.html\n`)
} finally {
  await closeBrowser()
  await product.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
