import { Text } from '@mantine/core'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { countInterest } from '../contract.ts'

/** Number of subscribers of a coming-soon course. */
export function WaitingReaders({ course_id }: { course_id: string }) {
  const { t } = useTranslation('courses')
  const { data } = useApiQuery(countInterest, { course_id })
  if (!data) return null
  return (
    <Text size="sm" c="dimmed">
      {t('tell.waiting', { count: data.subscriber_count })}
    </Text>
  )
}
