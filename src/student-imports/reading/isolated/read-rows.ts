import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeTable, type TextEncoding } from '#lib/csv/decode.ts'
import { UnclosedQuoteError, parseCsv, detectSeparator, type CsvRow } from '#lib/csv/read.ts'
import { readSheet } from '#lib/xlsx/read-sheet.ts'
import { guessColumns, parseHeadings, type Column } from '../headings.ts'
import { maxLines, type ImportFailure } from '../line-codes.ts'

/** Why a file is refused, and the line. */
interface Refused {
  failure: ImportFailure
  line: number | null
}

interface Read {
  columns: Column[]
  /** Null for a workbook. */
  encoding: TextEncoding | null
}

const rowsAtOnce = 1_000
/** Two more than the maximum: a heading, and one that shows that there are more. */
const maxRows = maxLines + 2

/**
 * Reads the table `list` and writes its rows to the file `rows`: each line is a JSON array of up to a thousand.
 */
export async function run(_input: null, folder: string): Promise<Read | Refused> {
  const table = await tableOf(await readFile(join(folder, 'list')))
  if ('failure' in table) return table
  const found = rowsOf(table.rows)
  if ('failure' in found) return found
  const { columns, rows } = found
  const out = createWriteStream(join(folder, 'rows'), { mode: 0o600 })
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    if (!out.write(`${asOneLine(rows.slice(at, at + rowsAtOnce))}\n`)) await once(out, 'drain')
  out.end()
  await once(out, 'finish')
  return { columns, encoding: table.encoding }
}

/** Node's line reader takes these two characters for line ends. */
const asOneLine = (rows: CsvRow[]) =>
  JSON.stringify(rows).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const refused = (failure: ImportFailure, line: number | null = null): Refused => ({ failure, line })

/** Columns, and the rows below the headings, if any. */
function rowsOf(rows: CsvRow[]): { columns: Column[]; rows: CsvRow[] } | Refused {
  const [first] = rows
  if (!first) return refused('no_lines')
  const guessed = guessColumns(first.cells)
  const columns = guessed ?? parseHeadings(first.cells)
  const isNamed = columns.some(({ field }) => field === 'email' || field === 'user_code')
  if (!isNamed) return refused('no_address_column', first.line)
  const below = guessed ? rows : rows.slice(1)
  if (below.length === 0) return refused('no_lines')
  const beyond = below[maxLines]
  if (beyond) return refused('too_many_lines', beyond.line)
  return { columns, rows: below }
}

/** A workbook is a ZIP archive; no text file begins like this. */
const isWorkbook = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** Rows of a text file, or of the first non-empty sheet of a workbook. */
async function tableOf(bytes: Buffer): Promise<{ rows: CsvRow[]; encoding: TextEncoding | null } | Refused> {
  if (isWorkbook(bytes)) {
    // Any error of the parser means that the file cannot be read.
    const rows = await readSheet(bytes, { maxRows }).catch(() => null)
    return rows ? { rows, encoding: null } : refused('bad_workbook')
  }
  const table = decodeTable(bytes)
  if (!table) return refused('not_text')
  const rows = allRows(table.text)
  return 'failure' in rows ? rows : { rows, encoding: table.encoding }
}

function allRows(text: string): CsvRow[] | Refused {
  try {
    return [...parseCsv(text, detectSeparator(text)).take(maxRows)]
  } catch (error) {
    if (error instanceof UnclosedQuoteError) return refused('open_quote', error.line)
    throw error
  }
}
