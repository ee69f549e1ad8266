import { buffer } from 'node:stream/consumers'
import { decodeTable } from '#lib/csv/decode.ts'
import { OpenQuote, readRows, separatorOf, type Row } from '#lib/csv/read.ts'
import type { Ctx, OwnCtx } from '#platform/context.ts'
import { ObjectMissing } from '#platform/storage/storage.ts'
import { carryOn, Failed } from './carry-on.ts'
import { folded, guessColumns, readHeadings } from './headings.ts'
import { beginReading, endReading, keepLines } from './keep-lines.ts'
import { readLine, type ReadLine } from './read-line.ts'
import { mostLines } from './words.ts'

const rowsAtOnce = 1_000

/** Reads a list and judges its lines. Safe to repeat: a second try forgets what the first one kept. */
export const readList = (ctx: OwnCtx, { job_id }: { job_id: string }) =>
  carryOn(ctx, job_id, async () => {
    const upload = await ctx.transact((inside) => beginReading(inside, job_id))
    if (!upload) return
    const table = decodeTable(await bytesOf(ctx, upload.object_key))
    if (!table) throw new Failed('not_text')
    const { columns, rows } = rowsOf(table.text)
    const faculties = await ctx.transact(facultiesByName)
    const seen = new Set<string>()
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce)
      const lines = some.map(({ line, cells }) => marked(seen, readLine(columns, line, cells)))
      await ctx.transact((inside) => keepLines(inside, job_id, { lines, faculties }))
    }
    await ctx.transact((inside) => endReading(inside, job_id, { columns, encoding: table.encoding }))
  })

async function bytesOf({ storage }: OwnCtx, key: string) {
  try {
    return await buffer(await storage.read(key))
  } catch (error) {
    throw error instanceof ObjectMissing ? new Failed('file_gone') : error
  }
}

/** What the columns are, and the lines below the headings, if there are any headings. */
function rowsOf(text: string) {
  const rows = allRows(text)
  const [first] = rows
  if (!first) throw new Failed('no_lines')
  const guessed = guessColumns(first.cells)
  const columns = guessed ?? readHeadings(first.cells)
  const isNamed = columns.some(({ field }) => field === 'email' || field === 'user_code')
  if (!isNamed) throw new Failed('no_address_column', first.line)
  const below = guessed ? rows : rows.slice(1)
  if (below.length === 0) throw new Failed('no_lines')
  const beyond = below[mostLines]
  if (beyond) throw new Failed('too_many_lines', beyond.line)
  return { columns, rows: below }
}

/** Two more than can be taken: a heading, and the one by which it shows that there are more. */
function allRows(text: string): Row[] {
  try {
    return [...readRows(text, separatorOf(text)).take(mostLines + 2)]
  } catch (error) {
    throw error instanceof OpenQuote ? new Failed('open_quote', error.line) : error
  }
}

/** The same address or code again is the same person again. */
function marked(seen: Set<string>, line: ReadLine): ReadLine {
  if (line.code || line.is_example) return line
  const names = [line.email, line.user_code && `code ${line.user_code}`].filter(Boolean)
  if (names.some((name) => seen.has(name))) return { ...line, code: 'duplicate' }
  for (const name of names) seen.add(name)
  return line
}

type Faculties = ReadonlyMap<string, string>

async function facultiesByName({ tx, school_id }: Ctx): Promise<Faculties> {
  const rows = await tx
    .selectFrom('faculties')
    .where('school_id', '=', school_id)
    .select(['id', 'name', 'slug'])
    .execute()
  return new Map(
    rows.flatMap(({ id, name, slug }) => [[folded(slug), id] as const, [folded(name), id] as const]),
  )
}
