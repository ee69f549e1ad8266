import { useEffect, useState } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { columnsOf, type GridColumn } from '../model/columns.ts'
import type { Gradebook, Grades, StudentRow } from '../model/use-grades.ts'
import { GridCell } from './grid-cell.tsx'
import { GridHead } from './grid-head.tsx'
import { useClipboard } from './use-clipboard.ts'
import { useCellEditing } from './use-cell-editing.ts'
import { useGridPosition, type GridPosition } from './use-grid-position.ts'
import { sizes, startAt, useVirtualGrid } from './use-virtual-grid.ts'
import classes from './grade-grid.module.css'

export interface GradeGridProps {
  book: Gradebook
  grades: Grades
  rows: readonly StudentRow[]
  hasMore: boolean
  isLoadingMore: boolean
  onLoadMore: () => void
  /** Reports values that could not be pasted. */
  onProblem: (text: string) => void
}

/** Grades of a course as a spreadsheet: one row for each student, one column for each item and total. */
export default function GradeGrid(props: GradeGridProps) {
  const { book, grades, rows, hasMore } = props
  const { t } = useTranslation('gradebook')
  const columns = columnsOf(book)
  const [position, setPosition] = useState<GridPosition>({ row: 0, column: 0 })
  const size = { rows: rows.length, columns: columns.length }
  const { scroller, vertical, horizontal, reveal, pageRows } = useVirtualGrid({ ...size, current: position })
  const { grid, ...navigation } = useGridPosition({ position, setPosition, ...size, pageRows, reveal })
  const editing = useCellEditing({ ...props, columns, navigation })
  const clipboard = useClipboard({
    ...props,
    columns,
    position: position,
    editing: editing.cell !== null,
  })
  useLoadAhead(vertical.getVirtualItems().at(-1)?.index ?? 0, props)
  const [now] = useState(() => Date.now())
  const shownColumns = [
    { index: 0, start: 0 },
    ...horizontal.getVirtualItems().map(({ index, start }) => ({ index: index + 1, start })),
  ]
  return (
    <div ref={scroller} className={classes.scroller}>
      <div
        ref={grid}
        role="grid"
        aria-label={t('grid.label')}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-colcount={columns.length}
        className={classes.grid}
        style={{ width: horizontal.getTotalSize(), height: vertical.getTotalSize() }}
        onKeyDown={editing.onKeyDown}
        onCopy={clipboard.onCopy}
        onPaste={clipboard.onPaste}
        tabIndex={-1}
      >
        <GridHead columns={columns} shown={shownColumns} />
        {vertical.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <div
              key={row.student_id}
              role="row"
              aria-rowindex={index + 2}
              className={classes.row}
              style={{ transform: `translateY(${start}px)`, height: sizes.row }}
            >
              {shownColumns.map((column) => (
                <GridCell
                  key={column.index}
                  at={{ row: index, column: column.index }}
                  style={column.index === 0 ? undefined : startAt(column.start)}
                  column={columns[column.index] as GridColumn}
                  row={row}
                  shown={grades.gradesOf(row)}
                  isCurrent={position.row === index && position.column === column.index}
                  editing={editing}
                  book={book}
                  grades={grades}
                  now={now}
                />
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Loads more students when the last loaded ones come into view. */
function useLoadAhead(
  lastShown: number,
  {
    rows,
    hasMore,
    isLoadingMore,
    onLoadMore,
  }: Pick<GradeGridProps, 'rows' | 'hasMore' | 'isLoadingMore' | 'onLoadMore'>,
) {
  useEffect(() => {
    if (hasMore && !isLoadingMore && lastShown >= rows.length - 20) onLoadMore()
  }, [lastShown, rows.length, hasMore, isLoadingMore, onLoadMore])
}
