import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { isSubscribed, type Billing } from './billing-types.ts'
import { useFormatDate } from './use-format-date.ts'

/** What the owner should know or do before anything else. */
export function PlanNotices({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const formatDate = useFormatDate()
  const { status, pending, grace_ends_at, cancel_at_period_end, period_end, payment_url } = billing
  const isOverdue = status === 'past_due' || status === 'unpaid'
  return (
    <>
      {isOverdue && (
        <Notice
          kind={grace_ends_at ? 'past_due' : 'unpaid'}
          text={
            grace_ends_at
              ? t('notice.past_dueText', { date: formatDate(grace_ends_at) })
              : t('notice.unpaidText')
          }
          payment_url={payment_url}
        />
      )}
      {pending && !isOverdue && (
        <Notice
          kind="pending"
          text={t('notice.pendingText', { seats: formatNumber(pending.quantity) })}
          payment_url={payment_url}
        />
      )}
      {isSubscribed(billing) && cancel_at_period_end && period_end && (
        <Alert
          icon={<IconInfoCircle aria-hidden />}
          title={t('notice.ending', { date: formatDate(period_end) })}
        >
          {t('notice.endingText')}
        </Alert>
      )}
      {!billing.is_available && (
        <Alert icon={<IconInfoCircle aria-hidden />} title={t('notice.unavailable')}>
          {t('notice.unavailableText')}
        </Alert>
      )}
    </>
  )
}

interface NoticeProps {
  kind: 'past_due' | 'unpaid' | 'pending'
  text: string
  payment_url: string | null
}

function Notice({ kind, text, payment_url }: NoticeProps) {
  const { t } = useTranslation('school-billing')
  return (
    <Alert
      color={kind === 'unpaid' ? 'error' : 'warning'}
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`notice.${kind}`)}
    >
      <Text size="sm">{text}</Text>
      {payment_url && (
        <Anchor href={payment_url} underline="always" size="sm" fw={600} mt={6} display="inline-block">
          {t('notice.pay')}
        </Anchor>
      )}
    </Alert>
  )
}
