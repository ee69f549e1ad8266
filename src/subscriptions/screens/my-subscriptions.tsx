import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listMySubscriptions } from '../contract.ts'
import type { PlanPicker } from './change-plan-dialog.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { SubscriptionStatus } from './status.tsx'
import { useDay } from './use-day.ts'

export type OwnSubscription = ApiReply<typeof listMySubscriptions>['data'][number]

/** What the student pays for, when next, and with which card. Nothing without instalments and subscriptions. */
export function MySubscriptions({ PlanPicker }: { PlanPicker: PlanPicker }) {
  const list = useApiPages(listMySubscriptions, { limit: 20 })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  if (!list.rows) return <PendingPart />
  return (
    <>
      {list.rows.map((subscription) => (
        <Subscription key={subscription.id} subscription={subscription} PlanPicker={PlanPicker} />
      ))}
      <ListFooter pages={list} />
    </>
  )
}

function Subscription({
  subscription,
  PlanPicker,
}: {
  subscription: OwnSubscription
  PlanPicker: PlanPicker
}) {
  const { t } = useTranslation('subscriptions')
  const { title, status, kind, paid_count, total_count, credit, currency } = subscription
  const isLive = status !== 'completed' && status !== 'canceled'
  return (
    <Section title={title} aside={<SubscriptionStatus status={status} />}>
      <Stack gap="xs">
        <InReview subscription={subscription} />
        <DuePayment subscription={subscription} />
        <Next subscription={subscription} />
        {kind === 'instalments' && (
          <Text size="sm">{t('progress', { paid: String(paid_count), total: String(total_count) })}</Text>
        )}
        <ScheduledChange subscription={subscription} />
        {credit > 0 && <Text size="sm">{t('credit', { amount: formatMoney(credit, currency) })}</Text>}
      </Stack>
      {isLive && (
        <>
          <Group align="flex-end" gap="sm">
            <PaymentMethod subscription={subscription} />
            {subscription.pays_by === 'card' && <SubscriptionCard subscription={subscription} />}
          </Group>
          <Group gap="sm">
            <SubscriptionActions subscription={subscription} PlanPicker={PlanPicker} />
          </Group>
        </>
      )}
    </Section>
  )
}

function ScheduledChange({ subscription: { scheduled_change } }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('subscriptions')
  const day = useDay()
  if (!scheduled_change) return null
  const { title, at } = scheduled_change
  return <Text size="sm">{t('change.scheduled', { plan: title, date: day(at) })}</Text>
}

const isInReview = ({ transfer }: OwnSubscription) => transfer?.state === 'submitted'

function InReview({ subscription }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('subscriptions')
  if (!isInReview(subscription)) return null
  return <Alert icon={<IconClock aria-hidden />}>{t('transferInReview')}</Alert>
}

function DuePayment({ subscription }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('subscriptions')
  const day = useDay()
  const { is_due, next_amount, currency, access_ends_at, status } = subscription
  if (!is_due || next_amount === null || isInReview(subscription)) return null
  const values = {
    amount: formatMoney(next_amount, currency),
    date: access_ends_at ? day(access_ends_at) : '',
  }
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />}>
      {t(status === 'unpaid' ? 'dueClosed' : 'due', values)}
    </Alert>
  )
}

function Next({ subscription }: { subscription: OwnSubscription }) {
  const { t } = useTranslation('subscriptions')
  const day = useDay()
  const { is_due, next_amount, next_at, currency, cancel_at_period_end, status, access_ends_at } =
    subscription
  const { pays_by, is_payable } = subscription
  if (!is_due && next_amount !== null && next_at)
    return (
      <Text>
        {t(pays_by === 'bank_transfer' && is_payable ? 'transferNext' : 'next', {
          amount: formatMoney(next_amount, currency),
          date: day(next_at),
        })}
      </Text>
    )
  if (access_ends_at && status === 'paused')
    return <Text>{t('pausedUntil', { date: day(access_ends_at) })}</Text>
  if (access_ends_at && (cancel_at_period_end || status === 'canceled'))
    return <Text>{t(status === 'canceled' ? 'endedOn' : 'endsOn', { date: day(access_ends_at) })}</Text>
  return null
}
