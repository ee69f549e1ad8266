import type { ClipboardEvent } from 'react'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GridColumn } from '../model/columns.ts'
import type { GradeEdit } from '../model/grade-store.ts'
import { readGrade } from '#lib/grades/read-grade.ts'
import { noGrade } from '../model/shown-grades.ts'
import type { GradeGridProps } from './grade-grid.tsx'
import type { GridPosition } from './use-grid-position.ts'

interface Options extends Pick<GradeGridProps, 'rows' | 'grades' | 'onProblem'> {
  columns: readonly GridColumn[]
  position: GridPosition
  editing: boolean
}

/** Copies the current cell, and pastes columns of a spreadsheet from the current cell on. */
export function useClipboard({ rows, grades, columns, position, editing, onProblem }: Options) {
  const { t } = useTranslation('gradebook')
  // Events of a dialog bubble through the tree of components.
  const isIgnored = (event: ClipboardEvent) => editing || !event.currentTarget.contains(event.target as Node)
  const onCopy = (event: ClipboardEvent) => {
    const [row, column] = [rows[position.row], columns[position.column]]
    if (isIgnored(event) || !row || column?.kind !== 'item') return
    const grade = grades.gradesOf(row).byItem.get(column.item.id) ?? noGrade(column.item.id)
    event.preventDefault()
    event.clipboardData.setData('text/plain', grade.is_excused ? 'EX' : String(grade.points ?? ''))
  }
  const onPaste = (event: ClipboardEvent) => {
    if (isIgnored(event)) return
    event.preventDefault()
    const edits: GradeEdit[] = []
    let refused = 0
    const lines = linesOf(event.clipboardData.getData('text/plain'))
    const targets = columns.slice(position.column)
    for (const [down, texts] of lines.entries())
      for (const [aside, text] of texts.entries()) {
        const [row, column] = [rows[position.row + down], targets[aside]]
        // A grade that replaces the result of an assessment needs a reason.
        const isOpen = column?.kind === 'item' && column.item.assessment_id === null
        const entered = isOpen && readGrade(text, column.item.max_points)
        if (!row || !entered) {
          if (text.trim() !== '') refused += 1
          continue
        }
        const { item_id, version, is_late, ...now } =
          grades.gradesOf(row).byItem.get(column.item.id) ?? noGrade(column.item.id)
        if (now.points !== entered.points || now.is_excused !== entered.is_excused)
          edits.push({ student_id: row.student_id, item_id, version, is_late, ...entered })
      }
    grades.store.edit(edits)
    if (refused > 0) onProblem(t('grid.notPasted', { count: refused, shown: formatNumber(refused) }))
  }
  return { onCopy, onPaste }
}

/** Rows and cells of what a spreadsheet copied. */
const linesOf = (text: string) =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
