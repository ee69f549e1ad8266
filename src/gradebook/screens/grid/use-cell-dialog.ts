import { useState } from 'react'
import type { GridPosition, useGridPosition } from './use-grid-position.ts'

export type GridNavigation = Omit<ReturnType<typeof useGridPosition>, 'grid'>

/** The dialog of the current cell: details of a grade, or the sum of a total. */
export function useCellDialog({ position, setPosition, move }: GridNavigation) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const openTyped = (text: string | null) => {
    setTyped(text)
    setOpen(true)
  }
  return {
    isOpen,
    /** What was typed over the result of an assessment. */
    typed,
    openTyped,
    openDetails(at: GridPosition) {
      setPosition(at)
      openTyped(null)
    },
    close() {
      setOpen(false)
      move(position)
    },
  }
}
