import { Badge } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { statuses } from './statuses.ts'

type Status = (typeof statuses)[number]

const colors: Partial<Record<Status, string>> = {
  active: 'success',
  trialing: 'success',
  completed: 'success',
  past_due: 'warning',
  unpaid: 'error',
}

export function SubscriptionStatus({ status }: { status: Status }) {
  const { t } = useTranslation('subscriptions')
  return (
    <Badge variant="light" color={colors[status] ?? 'gray'}>
      {t(`status.${status}`)}
    </Badge>
  )
}
