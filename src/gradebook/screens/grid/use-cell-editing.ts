import { useRef, useState, type KeyboardEvent } from 'react'
import { readGrade } from '#lib/grades/read-grade.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GridColumn } from '../model/columns.ts'
import { noGrade, type ShownGrade } from '../model/shown-grades.ts'
import type { GradeGridProps } from './grade-grid.tsx'
import { cellAction, cellAfterKey } from './cell-keys.ts'
import { useCellDialog, type GridNavigation } from './use-cell-dialog.ts'
import type { GridPosition } from './use-grid-position.ts'

export interface EditedCell {
  text: string
  /** The first key replaced the grade. */
  isReplaced: boolean
  isInvalid: boolean
}

interface Options extends Pick<GradeGridProps, 'rows' | 'grades' | 'onProblem'> {
  columns: readonly GridColumn[]
  navigation: GridNavigation
}

export type CellEditing = ReturnType<typeof useCellEditing>

/** Editing of the current cell as in a spreadsheet, and the dialog of a cell. */
export function useCellEditing(options: Options) {
  const { columns, navigation } = options
  const { position, setPosition } = navigation
  const dialog = useCellDialog(navigation)
  const field = useCellField(options, dialog.openTyped)
  const kind = columns[position.column]?.kind
  const open = (at: GridPosition) => {
    if (columns[at.column]?.kind === 'item') field.start(null)
    else if (columns[at.column]?.kind !== 'name') dialog.openDetails(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Events of a dialog bubble through the tree of components.
    if (dialog.isOpen || !event.currentTarget.contains(event.target as Node)) return
    if (field.cell) return field.onKey(event)
    if (navigation.moveByKey(event)) return
    const action = cellAction(event)
    if (action === null) return
    event.preventDefault()
    if (action === 'open') open(position)
    else if (action === 'details' && kind !== 'name') dialog.openDetails(position)
    else if (action === 'clear') field.clear()
    else if (action.length === 1) field.start(action)
  }
  const onFocus = (at: GridPosition) => {
    if (at.row !== position.row || at.column !== position.column) setPosition(at)
  }
  return {
    ...dialog,
    cell: field.cell,
    setText: field.setText,
    commit: field.commit,
    open,
    onKeyDown,
    onFocus,
  }
}

/** Item and grade of the current cell; null for other columns. */
function currentGrade({ rows, grades, columns, navigation: { position } }: Options) {
  const [row, column] = [rows[position.row], columns[position.column]]
  const item = column?.kind === 'item' ? column.item : null
  const grade = row && item ? (grades.gradesOf(row).byItem.get(item.id) ?? noGrade(item.id)) : null
  const store = (entered: Pick<ShownGrade, 'points' | 'is_excused'>) => {
    if (!grade || !row || (entered.points === grade.points && entered.is_excused === grade.is_excused)) return
    const { version, is_late, item_id } = grade
    grades.store.edit([{ student_id: row.student_id, item_id, version, is_late, ...entered }])
  }
  return { item, grade, store }
}

/** The field of the current cell. */
function useCellField(options: Options, askReason: (typed: string | null) => void) {
  const { navigation, onProblem } = options
  const { t } = useTranslation('gradebook')
  const [cell, setCell] = useState<EditedCell | null>(null)
  // A field that is removed loses the focus, which must not save it twice.
  const isCommitting = useRef(false)
  const { position, move } = navigation
  const { item, grade, store } = currentGrade(options)

  const start = (text: string | null) => {
    if (!grade || !item) return
    // A grade that replaces the result of an assessment needs a reason.
    if (item.assessment_id !== null) return askReason(text)
    isCommitting.current = false
    setCell({ text: text ?? textOf(grade), isReplaced: text !== null, isInvalid: false })
  }
  /** Saves the cell and moves on; with null, it leaves the focus where it is. */
  const commit = (to: GridPosition | null) => {
    if (!cell || isCommitting.current || !item) return
    const entered = readGrade(cell.text, item.max_points)
    if (!entered) onProblem(t('grid.invalid', { text: cell.text.trim() }))
    if (!entered && to) return setCell({ ...cell, isInvalid: true })
    isCommitting.current = true
    setCell(null)
    if (entered) store(entered)
    if (to) move(to)
  }
  const onKey = (event: KeyboardEvent) => {
    const to = event.key === 'Escape' ? position : cellAfterKey(event, position)
    if (!to || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key !== 'Escape') return commit(to)
    isCommitting.current = true
    setCell(null)
    return move(to)
  }
  const clear = () => {
    if (item?.assessment_id) askReason('')
    else store({ points: null, is_excused: false })
  }
  const setText = (text: string) => setCell((current) => current && { ...current, text, isInvalid: false })
  return { cell, start, commit, clear, onKey, setText }
}

function textOf({ points, is_excused }: ShownGrade) {
  if (is_excused) return 'EX'
  return points === null ? '' : String(points)
}
