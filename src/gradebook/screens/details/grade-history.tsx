import { Loader, Stack, Text } from '@mantine/core'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import * as contract from '../../contract.ts'
import type { GradeItem } from '../model/use-grades.ts'
import classes from './details.module.css'

interface Props {
  course_id: string
  student_id: string
  item: GradeItem
}

/** All changes of a grade, the newest first. */
export function GradeHistory({ course_id, student_id, item }: Props) {
  const { t } = useTranslation('gradebook')
  const input = { course_id, student_id, item_id: item.id }
  const { data, error, refetch } = useApiQuery(contract.getGradeHistory, input, { staleTime: 0 })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return (
    <Stack gap="xs">
      <Text fw={640}>{t('history.title')}</Text>
      {!data && <Loader size="sm" />}
      {data?.changes.length === 0 && <Text c="dimmed">{t('history.none')}</Text>}
      <ul className={classes.history} aria-label={t('history.title')}>
        {data?.changes.map((change) => (
          <li key={`${change.changed_at} ${change.points}`}>
            <Text>
              <strong>
                {change.points === null
                  ? t('history.noPoints')
                  : t('history.points', {
                      points: formatNumber(change.points),
                      max: formatNumber(item.max_points),
                    })}
              </strong>
              {change.is_excused && ` · ${t('marks.excused')}`}
              {change.is_late && ` · ${t('marks.late')}`}
            </Text>
            <Text size="sm" c="dimmed">
              {change.is_result ? (
                t('history.result')
              ) : (
                <bdi>{change.changed_by_name ?? t('history.unknown')}</bdi>
              )}
              {' · '}
              <Time at={change.changed_at} />
            </Text>
            {change.reason && (
              <Text size="sm" className={classes.reason}>
                {change.reason}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
