/**
 * `npm run screens`: screenshots of every page as each role, in English, French and Arabic, at three widths, light and dark,
 * and one contact sheet for each role and language. `-- --viewer student`, `--language fr` and `--width 360` select a part.
 * `-- --axe` also checks every screen with axe and for its width, `-- --shifts` whether a page shifts while it loads; the
 * command fails if there is a fault.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { isLanguage, type Language } from '#lib/languages/languages.ts'
import { accessibilityIssues, horizontalOverflow } from '../harness/axe.ts'
import { loadPageIds } from '../harness/page-ids.ts'
import { takeLayoutShifts } from '../harness/layout-shifts.ts'
import type { Product } from '../harness/product.ts'
import { logIn, pagesFor, viewers, type StoredSession, type Viewer } from '../harness/site-map.ts'
import { openScreens, schemes, viewports, withDemoProduct, type Width } from './demo-screens.ts'

const folder = 'screens'

/** In pixels: a JPEG cannot be higher than 65,535, and nobody looks at so much of one page. */
const maximumHeight = 15_000

/** Number of parallel browser profiles: each waits much of its time for the product and for rendering. */
const profiles = 3

const { values: options } = parseArgs({
  options: {
    viewer: { type: 'string', multiple: true },
    language: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    axe: { type: 'boolean', default: false },
    shifts: { type: 'boolean', default: false },
  },
})
const selectedViewers = viewers.filter((viewer) => options.viewer?.includes(viewer) ?? true)
const selectedLanguages = (options.language ?? ['en', 'fr', 'ar']).filter(isLanguage)
const selectedWidths = (Object.keys(viewports).map(Number) as Width[]).filter(
  (width) => options.width?.includes(String(width)) ?? true,
)

interface Shot {
  file: string
  label: string
}

const problems: string[] = []

/** Stores the problems of the current screen; `label` names it. */
async function checkScreen(page: Page, label: string) {
  const wider = await horizontalOverflow(page)
  if (wider > 0) problems.push(`${label}: it is ${wider} px too wide`)
  for (const issue of await accessibilityIssues(page)) problems.push(`${label}: ${issue}`)
}

interface Job {
  viewer: Viewer
  language: Language
  session: StoredSession | null
}

const sheetName = ({ viewer, language }: Job) => `${viewer.replace(' ', '-')}-${language}`

/** All pages of a viewer in one language, each loaded once and captured at every width, light and dark. */
async function shoot(of: Product, job: Job): Promise<Shot[]> {
  const screens = await openScreens(of, job)
  const shots: Shot[] = []
  for (const { name, path } of pagesFor(job.viewer, await loadPageIds(of))) {
    await screens.open(path)
    if (options.shifts)
      for (const shift of await takeLayoutShifts(screens.page))
        problems.push(`${sheetName(job)} ${name}: ${shift}`)
    for (const width of selectedWidths)
      for (const scheme of schemes) {
        await screens.show(width, scheme)
        const label = `${name}-${width}-${scheme}`
        const file = join(folder, sheetName(job), `${label}.jpg`)
        const height = await screens.page.evaluate(() => document.documentElement.scrollHeight)
        await screens.page.screenshot({
          path: file,
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(height, maximumHeight) },
          type: 'jpeg',
          quality: 80,
          timeout: 60_000,
        })
        shots.push({ file, label })
        if (options.axe) await checkScreen(screens.page, `${sheetName(job)} ${label}`)
      }
  }
  await screens.close()
  return shots
}

/** Every viewer in every language, a few in parallel; then a contact sheet for each. */
async function shootAll(of: Product) {
  const jobs: Job[] = []
  for (const viewer of selectedViewers) {
    const session = await logIn(of, viewer)
    for (const language of selectedLanguages) jobs.push({ viewer, language, session })
  }
  for (const job of jobs) mkdirSync(join(folder, sheetName(job)), { recursive: true })
  const open = [...jobs]
  const work = async () => {
    for (let job = open.shift(); job; job = open.shift()) {
      const taken = await shoot(of, job)
      process.stdout.write(`${job.viewer} ${job.language}: ${taken.length} screenshots\n`)
      await contactSheet(taken.toSorted(byLabel), join(folder, `${sheetName(job)}.jpg`))
    }
  }
  await Promise.all(Array.from({ length: profiles }, work))
  writeFileSync(join(folder, 'index.html'), indexPage(jobs.map(sheetName)))
}

const byLabel = (one: Shot, other: Shot) => (one.label < other.label ? -1 : 1)

/** All screenshots of a role side by side, cropped to the first viewport. */
async function contactSheet(shots: Shot[], out: string) {
  const [width, height, columns, gap] = [300, 420, 12, 10]
  const tiles = await Promise.all(
    shots.map(async ({ file, label }, index) => {
      const resized = await sharp(file).resize({ width }).toBuffer({ resolveWithObject: true })
      const top = { left: 0, top: 0, width, height: Math.min(resized.info.height, height - 24) }
      const screenshot = await sharp(resized.data).extract(top).toBuffer()
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
    .jpeg({ quality: 80 })
    .toFile(out)
}

function indexPage(sheets: readonly string[]) {
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
${sheets.map((sheet) => `<h2>${sheet}</h2><a href="${sheet}/"><img src="${sheet}.jpg" style="max-width:100%" alt=""></a>`).join('\n')}`
}

rmSync(folder, { recursive: true, force: true })
await withDemoProduct(shootAll)
process.stdout.write(`Look at ${folder}/index.html\n`)
if (options.axe || options.shifts)
  process.stdout.write(`${problems.map((fault) => `${fault}\n`).join('')}${problems.length} problems\n`)
if (problems.length > 0) process.exitCode = 1
