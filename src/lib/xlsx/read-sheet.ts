import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { isDateFormat } from './cell-text.ts'
import { ByteBudget, parseEntry } from './parse-entry.ts'
import { RowReader, type CellContext, type SheetRow } from './row-reader.ts'
import { SheetError } from './sheet-error.ts'
import { textCollector } from './text-collector.ts'

export type { SheetRow } from './row-reader.ts'

interface Options {
  /** Cells of a row that are read; 200 by default. */
  maxCells?: number
  /** Maximum number of non-empty rows to read. */
  maxRows: number
  /** Maximum size of all parts together, unpacked, in bytes. */
  maxBytes?: number
}

const maxEntries = 2_000
const maxSharedTexts = 500_000

/**
 * Reads the rows of the first visible sheet that is not empty; no rows if all sheets are empty. Throws
 * `SheetError`.
 */
export async function readSheet(
  bytes: Buffer,
  { maxRows, maxCells = 200, maxBytes = 120_000_000 }: Options,
): Promise<SheetRow[]> {
  const zip = await openZip(bytes)
  const workbook = { zip, entries: await entriesOf(zip), budget: new ByteBudget(maxBytes) }
  const sheets = await sheetPaths(workbook)
  const texts = await sharedTexts(workbook)
  const dates = await dateStyles(workbook)
  for (const path of sheets) {
    const rows = await rowsOf(workbook, path, { texts, dates, maxRows, maxCells })
    if (rows.length > 0) return rows
  }
  return []
}

interface Workbook {
  zip: ZipFile
  entries: ReadonlyMap<string, Entry>
  budget: ByteBudget
}

async function openZip(bytes: Buffer) {
  try {
    return await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  } catch {
    throw new SheetError('not_a_workbook')
  }
}

async function entriesOf(zip: ZipFile) {
  if (zip.entryCount > maxEntries) throw new SheetError('too_large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  return entries
}

function parse({ zip, entries, budget }: Workbook, path: string, handlers: Parameters<typeof parseEntry>[2]) {
  const entry = entries.get(path.toLowerCase())
  return entry && parseEntry({ zip, entry }, budget, handlers)
}

/** Paths of the visible sheets, in the order of their tabs. */
async function sheetPaths(workbook: Workbook): Promise<string[]> {
  const targets = new Map<string, string>()
  await parse(workbook, 'xl/_rels/workbook.xml.rels', {
    open(name, { Id = '', Target = '' }) {
      if (name !== 'Relationship') return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const paths: string[] = []
  await parse(workbook, 'xl/workbook.xml', {
    open(name, attributes) {
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const path = targets.get(id ?? '')
      if (name === 'sheet' && path && (attributes.state ?? 'visible') === 'visible') paths.push(path)
    },
  })
  if (paths.length === 0) throw new SheetError('not_a_workbook')
  return paths.slice(0, 100)
}

/** Shared texts, which cells reference by number. */
async function sharedTexts(workbook: Workbook): Promise<string[]> {
  const texts: string[] = []
  const text = textCollector()
  await parse(workbook, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si' && texts.length >= maxSharedTexts) throw new SheetError('too_large')
      text.open(name)
    },
    text: text.text,
    close(name) {
      text.close(name)
      if (name === 'si') texts.push(text.take())
    },
  })
  return texts
}

/** Numbers of the cell styles that show a date. */
async function dateStyles(workbook: Workbook): Promise<ReadonlySet<number>> {
  const codes = new Map<number, string>()
  const dates = new Set<number>()
  let inCells = false
  let count = 0
  await parse(workbook, 'xl/styles.xml', {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt' && codes.size < 10_000) codes.set(Number(numFmtId), formatCode.slice(0, 200))
      if (name === 'cellXfs') inCells = true
      if (name !== 'xf' || !inCells) return
      if (isDateFormat(Number(numFmtId), codes.get(Number(numFmtId)))) dates.add(count)
      count += 1
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return dates
}

async function rowsOf(workbook: Workbook, path: string, context: CellContext): Promise<SheetRow[]> {
  const reader = new RowReader(context)
  await parse(workbook, path, reader)
  return reader.rows
}
