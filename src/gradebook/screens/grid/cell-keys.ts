import type { KeyboardEvent } from 'react'
import type { GridPosition } from './use-grid-position.ts'

/** The cell to which a key leads from a field that is being edited; null for other keys. */
export function cellAfterKey(
  { key, shiftKey }: KeyboardEvent,
  { row, column }: GridPosition,
): GridPosition | null {
  const step = shiftKey ? -1 : 1
  if (key === 'Enter') return { row: row + step, column }
  if (key === 'Tab') return { row, column: column + step }
  if (key === 'ArrowDown') return { row: row + 1, column }
  if (key === 'ArrowUp') return { row: row - 1, column }
  return null
}

/** What a key does to the current cell: a single character replaces its grade. */
export function cellAction(event: KeyboardEvent): string | null {
  if (event.altKey && event.key === 'ArrowDown') return 'details'
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key === 'Enter' || event.key === 'F2') return 'open'
  if (event.key === 'Delete' || event.key === 'Backspace') return 'clear'
  return event.key.length === 1 && event.key !== ' ' ? event.key : null
}
