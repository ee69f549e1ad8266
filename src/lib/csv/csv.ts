/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

export type CsvCell = string | number | Date | null | undefined

/**
 * One CSV line with its line end. Every cell is quoted, and formulas are escaped. Dates are RFC 3339 in UTC, to
 * the second.
 */
export const csvLine = (cells: readonly CsvCell[]) => `${cells.map(cellOf).join(',')}\r\n`

function cellOf(value: CsvCell) {
  if (value === null || value === undefined) return '""'
  if (value instanceof Date) return `"${value.toISOString().slice(0, 19)}Z"`
  if (typeof value === 'number') return `"${value}"`
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
