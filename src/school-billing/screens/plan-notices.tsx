import { Alert, Anchor, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { Button } from '#ui/components/button.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { isSubscribed, type Billing } from './billing-types.ts'
import { useStripePages } from './use-billing-actions.ts'
import { useFormatDate } from './use-format-date.ts'

/** What the owner should know or do before anything else. */
export function PlanNotices({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const formatDate = useFormatDate()
  const { cancel_at_period_end, period_end } = billing
  return (
    <>
      <PaymentNotice billing={billing} />
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

/** An invoice that the owner should pay. */
function PaymentNotice({ billing }: { billing: Billing }) {
  const { t } = useTranslation('school-billing')
  const formatDate = useFormatDate()
  const { status, pending, grace_ends_at, payment_url } = billing
  if (status === 'past_due' || status === 'unpaid')
    return grace_ends_at ? (
      <Notice
        kind="past_due"
        text={t('notice.past_dueText', { date: formatDate(grace_ends_at) })}
        payment_url={payment_url}
      />
    ) : (
      <Notice kind="unpaid" text={t('notice.unpaidText')} payment_url={payment_url} />
    )
  if (!pending) return null
  const seats = formatNumber(pending.quantity)
  return <Notice kind="pending" text={t('notice.pendingText', { seats })} payment_url={payment_url} />
}

interface NoticeProps {
  kind: 'past_due' | 'unpaid' | 'pending'
  text: string
  payment_url: string | null
}

function Notice({ kind, text, payment_url }: NoticeProps) {
  const { t } = useTranslation('school-billing')
  const { isOpening, openCardUpdate } = useStripePages()
  return (
    <Alert
      color={kind === 'unpaid' ? 'error' : 'warning'}
      icon={<IconAlertTriangle aria-hidden />}
      title={t(`notice.${kind}`)}
    >
      <Text size="sm">{text}</Text>
      <Group gap="md" mt="sm">
        {payment_url && (
          <Anchor href={payment_url} underline="always" size="sm" fw={600}>
            {t('notice.pay')}
          </Anchor>
        )}
        <Button size="sm" variant="default" loading={isOpening} onClick={openCardUpdate}>
          {t('current.card')}
        </Button>
      </Group>
    </Alert>
  )
}
