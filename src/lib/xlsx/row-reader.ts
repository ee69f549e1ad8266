import { columnIndex, numberText } from './cell-text.ts'
import { StopParsing, type XmlHandlers } from './parse-entry.ts'
import { maxLetters, textCollector } from './text-collector.ts'

export interface SheetRow {
  /** Row number in the spreadsheet, from 1. */
  line: number
  cells: string[]
}

export interface CellContext {
  texts: readonly string[]
  /** Numbers of the styles that show a date. */
  dates: ReadonlySet<number>
  maxRows: number
  /** Cells of a row that are read. */
  maxCells: number
}

interface Cell {
  column: number
  type: string
  style: number
  value: string
}

/** Collects the rows of a sheet while its XML is parsed; stops the parser when it has enough. */
export class RowReader implements Required<XmlHandlers> {
  readonly rows: SheetRow[] = []
  readonly #context: CellContext
  readonly #inline = textCollector()
  #line = 0
  #cells: string[] = []
  #cell: Cell = { column: -1, type: '', style: 0, value: '' }
  #isInValue = false

  constructor(context: CellContext) {
    this.#context = context
  }

  open = (name: string, { r, t: type = '', s: style = '0' }: Record<string, string>) => {
    this.#inline.open(name)
    if (name === 'row') {
      this.#line = Number(r) || this.#line + 1
      this.#cells = []
      this.#cell.column = -1
    } else if (name === 'c') {
      // The reference is optional: without one a cell follows the previous cell.
      const column = r ? columnIndex(r) : this.#cell.column + 1
      this.#cell = { column, type, style: Number(style), value: '' }
    } else if (name === 'v') this.#isInValue = true
  }

  text = (part: string) => {
    this.#inline.text(part)
    if (this.#isInValue && this.#cell.value.length < maxLetters) this.#cell.value += part.slice(0, maxLetters)
  }

  close = (name: string) => {
    this.#inline.close(name)
    if (name === 'v') this.#isInValue = false
    else if (name === 'c') this.#keepCell()
    else if (name === 'row') this.#keepRow()
    else if (name === 'sheetData') throw new StopParsing()
  }

  #keepCell() {
    const text = this.#cellText()
    const { column } = this.#cell
    if (text === '' || column < 0 || column >= this.#context.maxCells) return
    while (this.#cells.length < column) this.#cells.push('')
    this.#cells[column] = text
  }

  #cellText(): string {
    const inlineText = this.#inline.take()
    const { type, value, style } = this.#cell
    const { texts, dates } = this.#context
    if (type === 's') return texts[Number(value)] ?? ''
    if (type === 'inlineStr') return inlineText
    if (type === 'e') return ''
    return type === '' || type === 'n' ? numberText(value, dates.has(style)) : value
  }

  #keepRow() {
    if (!this.#cells.some((text) => text.trim() !== '')) return
    this.rows.push({ line: this.#line, cells: this.#cells })
    if (this.rows.length >= this.#context.maxRows) throw new StopParsing()
  }
}
