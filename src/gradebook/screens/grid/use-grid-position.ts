import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react'

export interface GridPosition {
  row: number
  column: number
}

interface Options {
  position: GridPosition
  setPosition: (position: GridPosition) => void
  rows: number
  columns: number
  /** Rows of a screenful. */
  pageRows: number
  /** Scrolls a cell into view before it takes the focus. */
  reveal: (position: GridPosition) => void
}

/** The current cell of a grid. The arrow keys, Home, End, Page up and Page down move it. */
export function useGridPosition({ position, setPosition, rows, columns, pageRows, reveal }: Options) {
  const grid = useRef<HTMLDivElement>(null)
  const takesFocus = useRef(false)
  const move = useCallback(
    (to: GridPosition) => {
      const next = {
        row: Math.max(0, Math.min(rows - 1, to.row)),
        column: Math.max(0, Math.min(columns - 1, to.column)),
      }
      takesFocus.current = true
      reveal(next)
      setPosition(next)
    },
    [rows, columns, reveal, setPosition],
  )
  useEffect(() => {
    if (!takesFocus.current) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${position.row}:${position.column}"]`)
    if (!cell || cell.contains(document.activeElement)) return
    takesFocus.current = false
    cell.focus({ preventScroll: true })
  })
  /** Moves by a key. Returns whether it was such a key. */
  const moveByKey = (event: KeyboardEvent): boolean => {
    const to = targetOf(event, position, { rows, columns, pageRows })
    if (!to) return false
    event.preventDefault()
    move(to)
    return true
  }
  return { grid, position, setPosition, move, moveByKey }
}

interface GridSize {
  rows: number
  columns: number
  pageRows: number
}

function targetOf(event: KeyboardEvent, { row, column }: GridPosition, size: GridSize): GridPosition | null {
  if (event.altKey || event.metaKey) return null
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const isJump = event.ctrlKey
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const aside = (step: number) => {
    if (isJump) return { row, column: step < 0 ? 0 : last.column }
    return { row, column: column + step }
  }
  switch (event.key) {
    case 'ArrowLeft':
      return aside(isRtl ? 1 : -1)
    case 'ArrowRight':
      return aside(isRtl ? -1 : 1)
    case 'ArrowUp':
      return { row: isJump ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isJump ? last.row : row + 1, column }
    case 'PageUp':
      return { row: row - size.pageRows, column }
    case 'PageDown':
      return { row: row + size.pageRows, column }
    case 'Home':
      return { row: isJump ? 0 : row, column: 0 }
    case 'End':
      return { row: isJump ? last.row : row, column: last.column }
    default:
      return null
  }
}
