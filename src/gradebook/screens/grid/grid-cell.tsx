import { Popover } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { GradeDetails } from '../details/grade-details.tsx'
import { TotalSum } from '../details/total-sum.tsx'
import type { GridColumn } from '../model/columns.ts'
import { marksOf } from '../model/grade-marks.ts'
import type { Gradebook, Grades, StudentRow } from '../model/use-grades.ts'
import { noGrade, type ShownGrades } from '../model/shown-grades.ts'
import { GradeMarks } from '../values/grade-marks.tsx'
import { percentText } from '../values/percent-text.ts'
import { CellInput } from './cell-input.tsx'
import type { CellEditing } from './use-cell-editing.ts'
import type { GridPosition } from './use-grid-position.ts'
import classes from './grade-grid.module.css'

interface Props {
  at: GridPosition
  style: CSSProperties | undefined
  column: GridColumn
  row: StudentRow
  shown: ShownGrades
  isCurrent: boolean
  editing: CellEditing
  book: Gradebook
  grades: Grades
  now: number
}

export function GridCell(props: Props) {
  const { at, style, column, row, isCurrent, editing } = props
  const { t } = useTranslation('gradebook')
  const isOpen = isCurrent && editing.isOpen
  return (
    <div
      role={column.kind === 'name' ? 'rowheader' : 'gridcell'}
      aria-colindex={at.column + 1}
      data-cell={`${at.row}:${at.column}`}
      tabIndex={isCurrent ? 0 : -1}
      {...(column.kind !== 'item' && column.kind !== 'name' && { 'aria-readonly': true })}
      className={column.kind === 'name' ? classes.name : classes.cell}
      data-total={column.kind === 'total' || column.kind === 'category' || undefined}
      style={style}
      onFocus={() => editing.onFocus(at)}
      onDoubleClick={(event) => event.currentTarget.contains(event.target as Node) && editing.open(at)}
    >
      {column.kind === 'name' ? (
        <>
          <bdi className={classes.nameText}>{row.name}</bdi>
          <span className={classes.email}>{row.email}</span>
        </>
      ) : (
        <Popover
          opened={isOpen}
          onDismiss={editing.close}
          position="bottom-start"
          width={360}
          shadow="md"
          trapFocus
          withRoles={false}
          closeOnClickOutside
          closeOnEscape
        >
          <Popover.Target>
            <div className={classes.content}>
              <CellContent {...props} />
            </div>
          </Popover.Target>
          {isOpen && (
            <Popover.Dropdown role="dialog" aria-label={`${row.name}, ${titleOf(column, t('total'))}`}>
              <CellDialog {...props} />
            </Popover.Dropdown>
          )}
        </Popover>
      )}
    </div>
  )
}

const titleOf = (column: GridColumn, total: string) => {
  if (column.kind === 'item') return column.item.name
  return column.kind === 'category' ? column.category.name : total
}

function CellContent(props: Props): ReactNode {
  const { column, shown, editing, at, isCurrent, row, now } = props
  const { t } = useTranslation('gradebook')
  if (column.kind === 'name') return null
  if (column.kind === 'total')
    return (
      <OpenButton {...props} label={t('sum.open')}>
        <strong>{percentText(shown.total.percent)}</strong>
        {shown.label && <span className={classes.small}>{shown.label}</span>}
      </OpenButton>
    )
  if (column.kind === 'category') {
    const result = shown.total.categories.find(({ category_id }) => category_id === column.category.id)
    return (
      <OpenButton {...props} label={t('sum.open')}>
        {percentText(result?.percent ?? null)}
      </OpenButton>
    )
  }
  const { item } = column
  const grade = shown.byItem.get(item.id) ?? noGrade(item.id)
  if (isCurrent && editing.cell)
    return <CellInput label={`${row.name}, ${item.name}`} editing={editing} cell={editing.cell} />
  const marks = marksOf(grade, item, { isDropped: shown.dropped.has(item.id), now })
  return (
    <>
      <span className={classes.points}>
        {grade.points === null ? '–' : formatNumber(grade.points, { maximumFractionDigits: 4 })}
      </span>
      <GradeMarks marks={marks} />
      {isCurrent && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.more}
          aria-label={t('details.open')}
          onClick={() => editing.openDetails(at)}
        >
          <IconDots size={16} aria-hidden />
        </button>
      )}
    </>
  )
}

interface OpenProps extends Props {
  label: string
  children: ReactNode
}

/** A total, whose sum opens by a click; by keyboard it opens with Enter. */
function OpenButton({ editing, at, children, label }: OpenProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.openTotal}
      title={label}
      onClick={() => editing.openDetails(at)}
    >
      {children}
    </button>
  )
}

function CellDialog({ column, row, shown, book, grades, editing }: Props) {
  if (column.kind === 'item')
    return (
      <GradeDetails
        course_id={book.course_id}
        student={row}
        item={column.item}
        grade={shown.byItem.get(column.item.id) ?? noGrade(column.item.id)}
        typed={editing.typed}
        onSave={(edit) => {
          grades.store.edit([edit])
          editing.close()
        }}
        onCancel={editing.close}
      />
    )
  return (
    <TotalSum
      book={book}
      shown={shown}
      student={row.name}
      {...(column.kind === 'category' && { category_id: column.category.id })}
      onClose={editing.close}
    />
  )
}
