import { Stack, Text } from '@mantine/core'
import { roundHalfUp } from '#lib/grades/index.ts'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GradeEdit } from '../model/grade-store.ts'
import type { ShownGrade } from '../model/shown-grades.ts'
import type { GradeItem } from '../model/use-grades.ts'
import { percentText } from '../values/percent-text.ts'

interface Props {
  student_id: string
  item: GradeItem
  grade: ShownGrade
  onTakeBack: (edit: GradeEdit) => void
}

/** The result of the assessment, and the way back to it. */
export function ResultNote({ student_id, item, grade, onTakeBack }: Props) {
  const { t } = useTranslation('gradebook')
  const { result_percent, version, is_late } = grade
  const points = result_percent === null ? null : roundHalfUp((result_percent * item.max_points) / 100, 4)
  const result = {
    item_id: item.id,
    version,
    points,
    is_excused: false,
    is_late,
    is_override: false as const,
  }
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        {points === null
          ? t('details.noResult')
          : t('details.result', { points: formatNumber(points), percent: percentText(result_percent) })}
      </Text>
      {grade.is_override && (
        <Button variant="default" size="compact-md" onClick={() => onTakeBack({ student_id, ...result })}>
          {t('details.takeBack')}
        </Button>
      )}
    </Stack>
  )
}
