import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useRef, type CSSProperties } from 'react'
import type { GridPosition } from './use-grid-position.ts'

/** Pixels. */
export const sizes = { header: 76, row: 56, name: 220, column: 124 }

interface Options {
  rows: number
  columns: number
  current: GridPosition
}

/** Rows and columns of the grid that are in view, and the current cell, which keeps the focus while it is scrolled away. */
export function useVirtualGrid({ rows, columns, current }: Options) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing memoized gets its functions
  const vertical = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.row,
    paddingStart: sizes.header,
    scrollPaddingStart: sizes.header,
    overscan: 4,
    rangeExtractor: (range) => withCurrent(range, current.row),
  })
  const horizontal = useVirtualizer({
    horizontal: true,
    isRtl: typeof document !== 'undefined' && document.documentElement.dir === 'rtl',
    // The first column is always rendered.
    count: columns - 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.column,
    paddingStart: sizes.name,
    scrollPaddingStart: sizes.name,
    overscan: 2,
    rangeExtractor: (range) => withCurrent(range, current.column - 1),
  })
  const reveal = useCallback(
    ({ row, column }: GridPosition) => {
      vertical.scrollToIndex(row)
      if (column > 0) horizontal.scrollToIndex(column - 1)
    },
    [vertical, horizontal],
  )
  const pageRows = Math.max(
    1,
    Math.floor(((vertical.scrollRect?.height ?? 0) - sizes.header) / sizes.row) - 1,
  )
  return { scroller, vertical, horizontal, reveal, pageRows }
}

function withCurrent(range: Range, index: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (index < 0 || index >= range.count || shown.includes(index)) return shown
  return [...shown, index].toSorted((one, other) => one - other)
}

/** Place of a column in its row. */
export const startAt = (start: number): CSSProperties => ({ insetInlineStart: start, width: sizes.column })
