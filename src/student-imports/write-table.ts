import { byteOrderMark, csvLine } from '#lib/csv/csv.ts'
import { workbookType, writeSheet } from '#lib/xlsx/write-sheet.ts'

export const tableFormats = ['csv', 'xlsx'] as const
export type TableFormat = (typeof tableFormats)[number]

/**
 * Returns a table as file content with its content type. In both formats every cell is text and never a formula.
 */
export async function writeTable(rows: readonly (readonly string[])[], format: TableFormat) {
  if (format === 'xlsx') return { content_type: workbookType, content: await writeSheet(rows) }
  const text = byteOrderMark + rows.map(csvLine).join('')
  return { content_type: 'text/csv; charset=utf-8', content: Buffer.from(text) }
}
