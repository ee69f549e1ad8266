export interface CsvRow {
  /** Number of the first line of the row, counted from 1. */
  line: number
  cells: string[]
}

/** Thrown for a quote that is never closed: the rest of the file would be one cell. */
export class UnclosedQuoteError extends Error {
  readonly line: number

  constructor(line: number) {
    super(`The quote of line ${line} is never closed.`)
    this.line = line
  }
}

const maxCells = 200
const lineEnd = /\r\n|\n|\r/y

/** Returns the separator that the first line names (`sep=;`), else the most frequent one in the first line. */
export function detectSeparator(text: string): string {
  const declared = /^sep=([^\r\n])(?:\r|\n|$)/i.exec(text)
  if (declared) return declared[1]!
  const first = /^\s*(?<line>(?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text.slice(0, 20_000))?.groups?.line ?? ''
  const bare = first.replace(/"(?:[^"]|"")*"/g, '')
  const counted = [',', ';', '\t', '|'].map((sign) => ({ sign, times: bare.split(sign).length }))
  return counted.toSorted((one, other) => other.times - one.times)[0]!.sign
}

/**
 * Parses the rows of a table (RFC 4180, and common deviations: any line ends, blanks around quotes, quotes within
 * a cell). Skips empty lines, but counts them. Throws `UnclosedQuoteError`.
 */
export function* parseCsv(text: string, separator: string): Generator<CsvRow> {
  const declared = /^sep=[^\r\n](?:\r\n|\n|\r|$)/i.exec(text)
  let at = declared?.[0].length ?? 0
  let line = declared ? 2 : 1
  while (at < text.length) {
    const begins = line
    const cells: string[] = []
    for (;;) {
      const cell = readCell(text, at, separator)
      if (!cell) throw new UnclosedQuoteError(line)
      if (cells.length < maxCells) cells.push(cell.value)
      line += cell.lines
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    lineEnd.lastIndex = at
    const ending = lineEnd.exec(text)
    if (ending) {
      at += ending[0].length
      line += 1
    }
    if (cells.some((cell) => cell !== '')) yield { line: begins, cells }
  }
}

/** Returns the cell that begins at `from` and the position behind it; null if its quote is never closed. */
function readCell(text: string, from: number, separator: string) {
  let at = from
  while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at += 1
  return text[at] === '"' ? quotedCell(text, at + 1, separator) : plainCell(text, from, separator)
}

function plainCell(text: string, from: number, separator: string) {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end).trim(), end, lines: 0 }
}

function quotedCell(text: string, from: number, separator: string) {
  let closing = text.indexOf('"', from)
  while (closing >= 0 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2)
  if (closing < 0) return null
  const value = text.slice(from, closing).replaceAll('""', '"')
  // Text between the closing quote and the separator belongs to the cell: some programs quote only a part of it.
  const rest = plainCell(text, closing + 1, separator)
  const lines = value.match(/\r\n|\n|\r/g)?.length ?? 0
  return { value: `${value}${rest.value}`.trim(), end: rest.end, lines }
}

/** Reverts the formula escaping of `csvLine`. */
export const unescapeFormula = (cell: string) => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
