import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeTable } from '#lib/csv/decode.ts'
import { detectSeparator, parseCsv, unescapeFormula, type CsvRow } from '#lib/csv/read.ts'
import { readSheet } from '#lib/xlsx/read-sheet.ts'
import { maxColumns, maxRows } from '../table-columns.ts'

/** A workbook is a ZIP archive; no text file begins like this. */
const isWorkbook = (bytes: Buffer) => bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))

/** Reads the file `table` of the folder as rows of text; null if it is no table. */
export async function run(_input: null, folder: string): Promise<CsvRow[] | null> {
  const bytes = await readFile(join(folder, 'table'))
  try {
    if (isWorkbook(bytes)) return await readSheet(bytes, { maxRows, maxCells: maxColumns })
    const text = decodeTable(bytes)?.text
    if (text === undefined) return null
    const rows = [...parseCsv(text, detectSeparator(text)).take(maxRows)]
    return rows.map(({ line, cells }) => ({ line, cells: cells.slice(0, maxColumns).map(unescapeFormula) }))
  } catch {
    // Any error of a parser means that the file cannot be read.
    return null
  }
}
