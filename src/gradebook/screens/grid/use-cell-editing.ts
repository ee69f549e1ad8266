import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GridColumn } from '../model/columns.ts'
import { readGrade } from '#lib/grades/read-grade.ts'
import { noGrade } from '../model/shown-grades.ts'
import type { GradeGridProps } from './grade-grid.tsx'
import type { GridPosition, useGridPosition } from './use-grid-position.ts'

export interface EditedCell {
  text: string
  /** The first key replaced the grade. */
  isReplaced: boolean
  isInvalid: boolean
}

interface Options extends Pick<GradeGridProps, 'rows' | 'grades' | 'onProblem'> {
  columns: readonly GridColumn[]
  place: Omit<ReturnType<typeof useGridPosition>, 'grid'>
}

export type CellEditing = ReturnType<typeof useCellEditing>

/** Editing of the current cell as in a spreadsheet, and the dialog of a cell. */
export function useCellEditing({ rows, grades, columns, place, onProblem }: Options) {
  const { t } = useTranslation('gradebook')
  const [cell, setCell] = useState<EditedCell | null>(null)
  const [isOpen, setOpen] = useState(false)
  // Typed over the result of an assessment: the dialog asks for the reason.
  const [typed, setTyped] = useState<string | null>(null)
  // A field that is removed loses the focus, which must not save it twice.
  const isCommitting = useRef(false)
  const { position, move, setPosition } = place
  const column = columns[position.column]
  const row = rows[position.row]

  const gradeAt = () =>
    row && column?.kind === 'item'
      ? (grades.gradesOf(row).byItem.get(column.item.id) ?? noGrade(column.item.id))
      : null
  const start = (text: string | null) => {
    const grade = gradeAt()
    if (!grade || column?.kind !== 'item') return
    if (column.item.assessment_id !== null) {
      setTyped(text)
      return setOpen(true)
    }
    isCommitting.current = false
    setCell({ text: text ?? textOf(grade), isReplaced: text !== null, isInvalid: false })
  }
  /** Saves the cell and moves on; with null, it leaves the focus where it is. */
  const commit = (to: GridPosition | null) => {
    const grade = gradeAt()
    if (!cell || isCommitting.current || !grade || !row || column?.kind !== 'item') return
    const entered = readGrade(cell.text, column.item.max_points)
    if (!entered) {
      onProblem(t('grid.invalid', { text: cell.text.trim() }))
      if (to) return setCell({ ...cell, isInvalid: true })
    }
    isCommitting.current = true
    setCell(null)
    if (entered && (entered.points !== grade.points || entered.is_excused !== grade.is_excused)) {
      const { version, is_late, item_id } = grade
      grades.store.edit([{ student_id: row.student_id, item_id, version, is_late, ...entered }])
    }
    if (to) move(to)
  }
  const cancel = () => {
    isCommitting.current = true
    setCell(null)
    move(position)
  }
  const openDetails = (at: GridPosition) => {
    setTyped(null)
    setPosition(at)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    move(position)
  }
  const open = (at: GridPosition) => {
    if (columns[at.column]?.kind === 'item') start(null)
    else if (columns[at.column]?.kind !== 'name') openDetails(at)
  }

  const onEditKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = nextAfter(event, position)
    if (event.key === 'Escape') cancel()
    else if (next) commit(next)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Events of a dialog bubble through the tree of components.
    if (isOpen || !(event.currentTarget as HTMLElement).contains(event.target as Node)) return
    if (cell) return onEditKey(event)
    if (place.moveByKey(event)) return
    const action = actionOf(event)
    if (action === null) return
    event.preventDefault()
    if (action === 'open') open(position)
    else if (action === 'details' && column?.kind !== 'name') openDetails(position)
    else if (action === 'clear') clear()
    else if (action.length === 1) start(action)
  }
  const clear = () => {
    const grade = gradeAt()
    if (!grade || !row || (grade.points === null && !grade.is_excused)) return
    if (column?.kind === 'item' && column.item.assessment_id !== null) return start('')
    const { version, item_id, is_late } = grade
    grades.store.edit([
      { student_id: row.student_id, item_id, version, is_late, points: null, is_excused: false },
    ])
  }
  return {
    cell,
    isOpen,
    typed,
    totalTitle: t('total'),
    onKeyDown,
    onFocus: (at: GridPosition) => {
      if (at.row === position.row && at.column === position.column) return
      setPosition(at)
    },
    open,
    openDetails,
    close,
    commit,
    setText: (text: string) => setCell((current) => current && { ...current, text, isInvalid: false }),
  }
}

function textOf({ points, is_excused }: { points: number | null; is_excused: boolean }) {
  if (is_excused) return 'EX'
  return points === null ? '' : String(points)
}

function nextAfter({ key, shiftKey }: KeyboardEvent, { row, column }: GridPosition): GridPosition | null {
  const step = shiftKey ? -1 : 1
  if (key === 'Enter') return { row: row + step, column }
  if (key === 'Tab') return { row, column: column + step }
  if (key === 'ArrowDown') return { row: row + 1, column }
  if (key === 'ArrowUp') return { row: row - 1, column }
  return null
}

/** What a key does to the current cell: a single character replaces its grade. */
function actionOf(event: KeyboardEvent): string | null {
  if (event.altKey && event.key === 'ArrowDown') return 'details'
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  if (event.key === 'Enter' || event.key === 'F2') return 'open'
  if (event.key === 'Delete' || event.key === 'Backspace') return 'clear'
  return event.key.length === 1 && event.key !== ' ' ? event.key : null
}
