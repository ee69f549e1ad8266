import { Badge } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'

export type Status = 'pending' | 'approved' | 'unapproved' | 'expired' | 'removed'

const colors = {
  pending: 'accent',
  approved: 'success',
  unapproved: 'error',
  expired: 'gray',
  removed: 'gray',
} as const

/** Enrolment status of a student. */
export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation('learning')
  return (
    <Badge color={colors[status]} variant="light">
      {t(`status.${status}`)}
    </Badge>
  )
}
