import { Alert, Group, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { GradeConflict, GradeStore } from './model/grade-store.ts'
import type { GradeValue } from './model/shown-grades.ts'
import type { Gradebook, StudentRow } from './model/use-grades.ts'

interface Props {
  book: Gradebook
  rows: readonly StudentRow[]
  conflicts: readonly GradeConflict[]
  store: GradeStore
}

/** Grades that another person changed while they were being edited, each with both values. */
export function ConflictList({ book, rows, conflicts, store }: Props) {
  const { t } = useTranslation('gradebook')
  const valueText = ({ points, is_excused }: GradeValue) => {
    if (is_excused) return t('marks.excused')
    return points === null ? t('history.noPoints') : formatNumber(points, { maximumFractionDigits: 4 })
  }
  if (conflicts.length === 0) return null
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('conflict.title')} role="alert">
      <List listStyleType="none" spacing="sm">
        {conflicts.map((conflict) => (
          <List.Item key={`${conflict.student_id} ${conflict.item_id} ${conflict.version}`}>
            <Text size="sm">
              <strong>
                <bdi>{rows.find(({ student_id }) => student_id === conflict.student_id)?.name}</bdi>
                {', '}
                <bdi>{book.items.find(({ id }) => id === conflict.item_id)?.name}</bdi>
              </strong>
              {': '}
              {t('conflict.text', {
                mine: valueText(conflict.entered),
                name: conflict.changed_by_name ?? t('history.unknown'),
                theirs: valueText(conflict),
              })}{' '}
              <Time at={conflict.changed_at} style="relative" />
            </Text>
            <Group gap="xs" mt={4}>
              <Button size="compact-md" variant="default" onClick={() => store.dismiss(conflict)}>
                {t('conflict.keep')}
              </Button>
              <Button size="compact-md" variant="default" onClick={() => store.overwrite(conflict)}>
                {t('conflict.overwrite')}
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
