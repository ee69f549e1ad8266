/** `npm run screens`: every page as each role, at two widths, light and dark, and one contact sheet per role. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { appUrlOf, migrate } from '#platform/migrate.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded.ts'
import { testSecret } from '#testing/databases.ts'
import { closeBrowser, desktop, openBrowser, phone } from './browser.ts'
import { startProduct, type Product } from './product.ts'
import { keepSession } from './session.ts'
import { logIn, originOf, pagesFor, placesIn, viewers, type Viewer } from './site-map.ts'

const folder = 'screens'
const looks = [
  { name: '1280-light', size: desktop, dark: false },
  { name: '1280-dark', size: desktop, dark: true },
  { name: '360-light', size: phone, dark: false },
  { name: '360-dark', size: phone, dark: true },
]

async function shoot(of: Product, viewer: Viewer) {
  const pages = pagesFor(viewer, await placesIn(of))
  const session = await logIn(of, viewer)
  const into = join(folder, fileName(viewer))
  mkdirSync(into, { recursive: true })
  const shots: { file: string; label: string }[] = []
  for (const look of looks) {
    const visit = await openBrowser(look)
    if (session) await keepSession(visit.context, session)
    for (const { name, path } of pages) {
      await visit.page.goto(originOf(of, viewer) + path)
      await settled(visit.page)
      const file = join(into, `${name}-${look.name}.png`)
      await visit.page.screenshot({ path: file, fullPage: true, timeout: 60_000 })
      shots.push({ file, label: `${name} ${look.name}` })
    }
    await visit.context.close()
  }
  await contactSheet(shots, join(folder, `${fileName(viewer)}.png`))
  process.stdout.write(`${viewer}: ${shots.length} pictures\n`)
}

/** Waits until nothing on the page says that it is still loading, and what it moved has come to rest. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => {})
  await page
    .waitForFunction(() => !document.querySelector('[aria-busy="true"]'), undefined, { timeout: 5_000 })
    .catch(() => {})
  await page.waitForTimeout(200)
}

/** All pictures of a role side by side, cut to the height that a first look sees. */
async function contactSheet(shots: { file: string; label: string }[], out: string) {
  const [width, height, columns, gap] = [300, 420, 8, 10]
  const tiles = await Promise.all(
    shots.map(async ({ file, label }, index) => {
      const whole = await sharp(file).resize({ width }).toBuffer({ resolveWithObject: true })
      const top = { left: 0, top: 0, width, height: Math.min(whole.info.height, height - 24) }
      const picture = await sharp(whole.data).extract(top).png().toBuffer()
      const title = Buffer.from(
        `<svg width="${width}" height="24"><text x="2" y="17" font-family="sans-serif" font-size="14">${label}</text></svg>`,
      )
      const left = gap + (index % columns) * (width + gap)
      const above = gap + Math.floor(index / columns) * (height + gap)
      return [
        { input: title, left, top: above },
        { input: picture, left, top: above + 24 },
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
const appUrl = appUrlOf(server.url, testSecret)
await migrate(server.url, { appRolePassword: new URL(appUrl).password })
const product = await startProduct({ ownerUrl: server.url, appUrl, demo: true })
const only = process.argv[2]
try {
  rmSync(folder, { recursive: true, force: true })
  const wanted = viewers.filter((viewer) => !only || viewer === only)
  for (const viewer of wanted) await shoot(product, viewer)
  writeFileSync(join(folder, 'index.html'), indexPage(wanted))
  process.stdout.write(`Look at ${folder}/index.html\n`)
} finally {
  await closeBrowser()
  await product.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
