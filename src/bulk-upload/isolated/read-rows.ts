import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeTable, type Encoding } from '#lib/csv/decode.ts'
import { OpenQuote, readRows, separatorOf, type Row } from '#lib/csv/read.ts'
import { guessColumns, readHeadings, type Column } from '../headings.ts'
import { mostLines, type Failure } from '../words.ts'

/** Why a list was not taken, and the line of its text. */
interface Refused {
  failure: Failure
  line: number | null
}

interface Read {
  columns: Column[]
  encoding: Encoding
}

const rowsAtOnce = 1_000

/** Reads the table `list`. Its rows become the file `rows`: a JSON array of up to a thousand in each line. */
export async function run(_input: null, folder: string): Promise<Read | Refused> {
  const table = decodeTable(await readFile(join(folder, 'list')))
  if (!table) return refused('not_text')
  const found = rowsOf(table.text)
  if ('failure' in found) return found
  const { columns, rows } = found
  const out = createWriteStream(join(folder, 'rows'), { mode: 0o600 })
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    if (!out.write(`${asOneLine(rows.slice(at, at + rowsAtOnce))}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  return { columns, encoding: table.encoding }
}

/** Node's line reader takes these two for ends of lines. */
const asOneLine = (rows: Row[]) =>
  JSON.stringify(rows).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const refused = (failure: Failure, line: number | null = null): Refused => ({ failure, line })

/** What the columns are, and the lines below the headings, if there are any headings. */
function rowsOf(text: string): { columns: Column[]; rows: Row[] } | Refused {
  const rows = allRows(text)
  if ('failure' in rows) return rows
  const [first] = rows
  if (!first) return refused('no_lines')
  const guessed = guessColumns(first.cells)
  const columns = guessed ?? readHeadings(first.cells)
  const isNamed = columns.some(({ field }) => field === 'email' || field === 'user_code')
  if (!isNamed) return refused('no_address_column', first.line)
  const below = guessed ? rows : rows.slice(1)
  if (below.length === 0) return refused('no_lines')
  const beyond = below[mostLines]
  if (beyond) return refused('too_many_lines', beyond.line)
  return { columns, rows: below }
}

/** Two more than can be taken: a heading, and the one by which it shows that there are more. */
function allRows(text: string): Row[] | Refused {
  try {
    return [...readRows(text, separatorOf(text)).take(mostLines + 2)]
  } catch (error) {
    if (error instanceof OpenQuote) return refused('open_quote', error.line)
    throw error
  }
}
