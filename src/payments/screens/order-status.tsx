import { Badge } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OwnOrder } from './return-state.ts'

const colors = {
  awaiting_payment: 'gray',
  partially_paid: 'accent',
  paid: 'success',
  partially_refunded: 'accent',
  refunded: 'gray',
  canceled: 'gray',
} as const

/** Status of an order. */
export function OrderStatus({ status }: { status: OwnOrder['status'] }) {
  const { t } = useTranslation('payments')
  return (
    <Badge color={colors[status]} variant="light">
      {t(`status.${status}`)}
    </Badge>
  )
}

/** Marks an order of a provider's test mode. */
export function TestMode({ isTest }: { isTest: boolean }) {
  const { t } = useTranslation('payments')
  if (!isTest) return null
  return (
    <Badge color="accent" variant="outline">
      {t('testMode')}
    </Badge>
  )
}
