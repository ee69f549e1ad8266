/**
 * `npm run screens:compare`: takes about 60 chosen screenshots of the demo and compares them with the stored ones. Differences are shown
 * side by side in `screens/differences/index.html`, and the command fails. `-- --accept` stores the new screenshots.
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { loadPageIds } from '../harness/page-ids.ts'
import type { Product } from '../harness/product.ts'
import { logIn, type StoredSession, type Viewer } from '../harness/site-map.ts'
import { comparedScreens, type ComparedScreen } from './compared-screens.ts'
import { openScreens, withDemoProduct } from './demo-screens.ts'

const stored = join(import.meta.dirname, 'stored')
const folder = join('screens', 'differences')

/** Pixels of one screenshot that may differ, of 1: edges of letters differ between versions of the browser. */
const maxShare = 0.002
/** The height of a screenshot; pages are longer, but their top says most and keeps the files small. */
const height = 900

const { values: options } = parseArgs({ options: { accept: { type: 'boolean', default: false } } })

interface Difference {
  name: string
  /** Of 1; null for a new screenshot. */
  share: number | null
}

async function capture(of: Product, use: (screenshot: ComparedScreen, png: Buffer) => Promise<void>) {
  const sessions = new Map<Viewer, StoredSession | null>()
  for (const screenshot of comparedScreens(await loadPageIds(of))) {
    const { viewer, language, path, width, scheme } = screenshot
    if (!sessions.has(viewer)) sessions.set(viewer, await logIn(of, viewer))
    const screens = await openScreens(of, { viewer, language, session: sessions.get(viewer)! })
    await screens.show(width, scheme)
    await screens.open(path)
    await screens.show(width, scheme)
    const clip = { x: 0, y: 0, width, height }
    await use(screenshot, await screens.page.screenshot({ clip, fullPage: true, animations: 'disabled' }))
    await screens.close()
  }
}

const pixelsOf = (image: string | Buffer) =>
  sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/** Stores the new screenshot beside the old one and the marked difference, if they differ. */
async function compare({ name }: ComparedScreen, png: Buffer): Promise<Difference | null> {
  const file = join(stored, `${name}.webp`)
  writeFileSync(join(folder, `${name}-new.png`), png)
  if (!existsSync(file)) return { name, share: null }
  const [old, now] = await Promise.all([pixelsOf(file), pixelsOf(png)])
  const { width, height: rows } = old.info
  if (now.info.width !== width || now.info.height !== rows) return { name, share: 1 }
  const marked = Buffer.alloc(old.data.length)
  const count = pixelmatch(old.data, now.data, marked, width, rows, { threshold: 0.12 })
  const share = count / (width * rows)
  if (share <= maxShare) return null
  await sharp(file)
    .png()
    .toFile(join(folder, `${name}-old.png`))
  await sharp(marked, { raw: { width, height: rows, channels: 4 } })
    .png()
    .toFile(join(folder, `${name}-marked.png`))
  return { name, share }
}

const reportPage = (
  differences: readonly Difference[],
) => `<!doctype html><meta charset="utf-8"><title>Differences</title>
<style>body{font-family:sans-serif}div{display:grid;grid-template-columns:repeat(3,1fr);gap:8px}img{max-width:100%;border:1px solid #ccc}</style>
${differences
  .map(
    ({ name, share }) =>
      `<h2>${name}: ${share === null ? 'new' : `${(share * 100).toFixed(2)} %`}</h2><div>${['old', 'new', 'marked'].map((kind) => `<figure><figcaption>${kind}</figcaption><img src="${name}-${kind}.png" alt=""></figure>`).join('')}</div>`,
  )
  .join('\n')}`

async function accept(of: Product) {
  rmSync(stored, { recursive: true, force: true })
  mkdirSync(stored, { recursive: true })
  await capture(of, async ({ name }, png) => {
    await sharp(png)
      .webp({ quality: 82, effort: 5 })
      .toFile(join(stored, `${name}.webp`))
  })
  process.stdout.write(`${readdirSync(stored).length} screenshots stored in e2e/screens/stored\n`)
}

async function check(of: Product) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const differences: Difference[] = []
  await capture(of, async (screenshot, png) => {
    const difference = await compare(screenshot, png)
    if (difference) differences.push(difference)
  })
  writeFileSync(join(folder, 'index.html'), reportPage(differences))
  for (const { name, share } of differences)
    process.stdout.write(`${name}: ${share === null ? 'new' : `${(share * 100).toFixed(2)} % differ`}\n`)
  if (differences.length === 0) process.stdout.write('No screenshot differs.\n')
  else {
    process.stdout.write(
      `Look at ${folder}/index.html; npm run screens:compare -- --accept stores the new screenshots.\n`,
    )
    process.exitCode = 1
  }
}

await withDemoProduct(options.accept ? accept : check)
