import { useState, type FormEvent } from 'react'
import { readGrade } from '#lib/grades/read-grade.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GradeEdit } from '../model/grade-store.ts'
import type { ShownGrade } from '../model/shown-grades.ts'
import type { GradeItem } from '../model/use-grades.ts'

interface Options {
  student_id: string
  item: GradeItem
  grade: ShownGrade
  typed: string | null
  onSave: (edit: GradeEdit) => void
}

/** Values of the form of one grade. A grade that replaces the result of an assessment needs a reason. */
export function useGradeForm({ student_id, item, grade, typed, onSave }: Options) {
  const { t } = useTranslation('gradebook')
  const [points, setPoints] = useState(typed ?? (grade.points === null ? '' : String(grade.points)))
  const [is_excused, setExcused] = useState(grade.is_excused)
  const [is_late, setLate] = useState(grade.is_late)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<{ points?: string; reason?: string }>({})
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const entered = readGrade(points, item.max_points)
    if (!entered) return setErrors({ points: t('grid.invalid', { text: points }) })
    if (item.assessment_id !== null && reason.trim() === '')
      return setErrors({ reason: t('details.reasonNeeded') })
    return onSave({
      student_id,
      item_id: item.id,
      version: grade.version,
      points: entered.points,
      is_excused: is_excused || entered.is_excused,
      is_late,
      reason: reason.trim(),
    })
  }
  /** Clears the errors with each change. */
  const changing =
    <Value>(change: (value: Value) => void) =>
    (value: Value) => {
      change(value)
      setErrors({})
    }
  return {
    points: { value: points, onChange: changing(setPoints), error: errors.points },
    excused: { value: is_excused, onChange: changing(setExcused) },
    late: { value: is_late, onChange: changing(setLate) },
    reason: { value: reason, onChange: changing(setReason), error: errors.reason },
    save,
  }
}
