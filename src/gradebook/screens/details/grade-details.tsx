import { Group, Stack, Text } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { CheckboxField } from '#ui/form/fields/checkbox-field.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GradeEdit } from '../model/grade-store.ts'
import type { ShownGrade } from '../model/shown-grades.ts'
import type { GradeItem, StudentRow } from '../model/use-grades.ts'
import { GradeHistory } from './grade-history.tsx'
import { ResultNote } from './result-note.tsx'
import { useGradeForm } from './use-grade-form.ts'

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
export function GradeDetails({ course_id, student, item, grade, typed = null, onSave, onCancel }: Props) {
  const { student_id, name } = student
  return (
    <Stack gap="md">
      <div>
        <Text fw={640} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{item.name}</bdi>
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{name}</bdi>
        </Text>
      </div>
      {item.assessment_id !== null && (
        <ResultNote student_id={student_id} item={item} grade={grade} onTakeBack={onSave} />
      )}
      <GradeForm
        student_id={student_id}
        item={item}
        grade={grade}
        typed={typed}
        onSave={onSave}
        onCancel={onCancel}
      />
      <GradeHistory course_id={course_id} student_id={student_id} item={item} />
    </Stack>
  )
}

type FormProps = Parameters<typeof useGradeForm>[0] & Pick<Props, 'onCancel'>

function GradeForm({ onCancel, ...options }: FormProps) {
  const { t } = useTranslation(['gradebook', 'ui'])
  const form = useGradeForm(options)
  const { item } = options
  const needsReason = item.assessment_id !== null
  return (
    <form onSubmit={form.save} noValidate>
      <Stack gap="sm">
        <TextField
          {...form.points}
          label={t('details.points')}
          hint={t('ofPoints', { points: formatNumber(item.max_points) })}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          data-autofocus
        />
        <CheckboxField {...form.excused} label={t('details.excused')} hint={t('details.excusedHint')} />
        <CheckboxField {...form.late} label={t('details.late')} />
        <TextArea
          {...form.reason}
          label={t('details.reason')}
          hint={t('details.reasonHint')}
          required={needsReason}
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
  )
}
