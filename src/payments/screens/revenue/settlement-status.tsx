import { Badge } from '@mantine/core'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const colors = { paid: 'success', pending: 'warning', failed: 'error' } as const

/** Whether the bank account has the money. */
export function SettlementStatus({ status }: { status: keyof typeof colors }) {
  const { t } = useTranslation('revenue')
  return (
    <Badge variant="light" color={colors[status]}>
      {t(`settlements.status.${status}`)}
    </Badge>
  )
}
