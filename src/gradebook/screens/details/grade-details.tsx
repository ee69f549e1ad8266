import { Group, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { roundHalfUp } from '#lib/grades/index.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GradeEdit } from '../model/grade-store.ts'
import type { ShownGrade } from '../model/shown-grades.ts'
import { readGrade } from '#lib/grades/read-grade.ts'
import type { GradeItem, StudentRow } from '../model/use-grades.ts'
import { percentText } from '../students/percent-text.ts'
import { GradeHistory } from './grade-history.tsx'

interface Props {
  course_id: string
  student: Pick<StudentRow, 'student_id' | 'name'>
  item: GradeItem
  grade: ShownGrade
  /** What was typed instead of the points. */
  typed?: string | null
  onSave: (edit: GradeEdit) => void
  onCancel: () => void
}

/** One grade: points, states, the reason of a change, and the history. */
export function GradeDetails({ course_id, student, item, grade, typed, onSave, onCancel }: Props) {
  const { t } = useTranslation(['gradebook', 'ui'])
  const [points, setPoints] = useState(typed ?? (grade.points === null ? '' : String(grade.points)))
  const [isExcused, setExcused] = useState(grade.is_excused)
  const [isLate, setLate] = useState(grade.is_late)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [needsReason, setNeedsReason] = useState(false)
  const hasResult = item.assessment_id !== null
  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const entered = readGrade(points, item.max_points)
    if (!entered) return setError(t('grid.invalid', { text: points }))
    if (hasResult && reason.trim() === '') return setNeedsReason(true)
    const { student_id } = student
    const states = { is_excused: isExcused || entered.is_excused, is_late: isLate }
    return onSave({
      student_id,
      item_id: item.id,
      version: grade.version,
      points: entered.points,
      ...states,
      reason: reason.trim(),
    })
  }
  return (
    <Stack gap="md">
      <div>
        <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{item.name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{student.name}</bdi>
        </Text>
      </div>
      {hasResult && (
        <ResultNote
          item={item}
          grade={grade}
          onTakeBack={() =>
            onSave({
              student_id: student.student_id,
              item_id: item.id,
              version: grade.version,
              points: pointsOfResult(grade, item),
              is_excused: false,
              is_late: grade.is_late,
              is_override: false,
            })
          }
        />
      )}
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <TextField
            label={t('details.points')}
            hint={t('ofPoints', { points: formatNumber(item.max_points) })}
            value={points}
            onChange={(text) => {
              setPoints(text)
              setError(null)
            }}
            error={error}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            data-autofocus
          />
          <CheckboxField
            label={t('details.excused')}
            hint={t('details.excusedHint')}
            value={isExcused}
            onChange={setExcused}
          />
          <CheckboxField label={t('details.late')} value={isLate} onChange={setLate} />
          <Textarea
            label={t('details.reason')}
            description={t('details.reasonHint')}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              setNeedsReason(false)
            }}
            error={needsReason && t('details.reasonNeeded')}
            withAsterisk={hasResult}
            aria-required={hasResult}
            maxLength={500}
            autosize
            minRows={2}
            maxRows={5}
          />
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {t('ui:actions.cancel')}
            </Button>
            <Button type="submit">{t('details.save')}</Button>
          </Group>
        </Stack>
      </form>
      <GradeHistory course_id={course_id} student_id={student.student_id} item={item} />
    </Stack>
  )
}

interface ResultProps {
  item: GradeItem
  grade: ShownGrade
  onTakeBack: () => void
}

/** The result of the assessment, and the way back to it. */
function ResultNote({ item, grade, onTakeBack }: ResultProps) {
  const { t } = useTranslation('gradebook')
  const points = pointsOfResult(grade, item)
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {points === null
          ? t('details.noResult')
          : t('details.result', { points: formatNumber(points), percent: percentText(grade.result_percent) })}
      </Text>
      {grade.is_override && (
        <Button variant="default" size="compact-md" onClick={onTakeBack}>
          {t('details.takeBack')}
        </Button>
      )}
    </Stack>
  )
}

const pointsOfResult = ({ result_percent }: ShownGrade, { max_points }: GradeItem) =>
  result_percent === null ? null : roundHalfUp((result_percent * max_points) / 100, 4)
