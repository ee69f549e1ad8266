import type { GradeItem } from './use-grades.ts'
import type { ShownGrade } from './shown-grades.ts'

/** States of a grade, each with a sign and a word. */
export const markSigns = {
  excused: '⊘',
  missing: '○',
  late: '◷',
  dropped: '↓',
  override: '✎',
  refused: '⚠',
  unsaved: '…',
} as const
export type GradeMark = keyof typeof markSigns

/** The states of a grade, the most important one first. */
export function marksOf(
  grade: ShownGrade,
  item: Pick<GradeItem, 'due_at'>,
  { isDropped, now }: { isDropped: boolean; now: number },
): GradeMark[] {
  const isDue = item.due_at !== null && Date.parse(item.due_at) < now
  const marks: [GradeMark, boolean][] = [
    ['refused', grade.state === 'refused'],
    ['excused', grade.is_excused],
    ['missing', !grade.is_excused && grade.points === null && isDue],
    ['late', grade.is_late],
    ['dropped', isDropped],
    ['override', grade.is_override],
  ]
  return marks.flatMap(([mark, applies]) => (applies ? [mark] : []))
}
