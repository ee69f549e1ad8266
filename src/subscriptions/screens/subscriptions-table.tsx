import { Box, Group, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import type { ApiInput, ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { cancelStudentSubscription, listSubscriptions } from '../contract.ts'
import { SubscriptionStatus } from './status.tsx'

type Subscription = ApiReply<typeof listSubscriptions>['data'][number]
type Filters = Pick<ApiInput<typeof listSubscriptions>, 'search' | 'status' | 'user_id'>

/** Subscriptions that match the filters, newest first. */
export function SubscriptionsTable({ filters }: { filters: Filters }) {
  const { t } = useTranslation('subscriptions')
  const list = useApiPages(listSubscriptions, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('staff.title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<None isFiltered={Object.keys(filters).length > 0} />}
      columns={[
        { key: 'person', title: t('staff.person'), render: (row) => <PersonAndPlan subscription={row} /> },
        {
          key: 'status',
          title: t('staff.status'),
          wide: true,
          render: (row) => <StatusAndEnd subscription={row} />,
        },
        {
          key: 'pays_by',
          title: t('staff.paidBy'),
          wide: true,
          render: (row) => <PaidBy subscription={row} />,
        },
        {
          key: 'next_at',
          title: t('staff.next'),
          align: 'right',
          render: (row) => <Next subscription={row} />,
        },
      ]}
    />
  )
}

function PersonAndPlan({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions')
  const { person, title, kind, paid_count, total_count } = subscription
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Text fw={560}>{person.name || person.email}</Text>
      <Text size="sm">{title}</Text>
      {kind === 'instalments' && (
        <Text size="sm" c="dimmed">
          {t('progress', { paid: String(paid_count), total: String(total_count) })}
        </Text>
      )}
      {/* A phone has no room for the column of the status. */}
      <Box hiddenFrom="sm" mt={4}>
        <PaidBy subscription={subscription} />
        <StatusAndEnd subscription={subscription} />
      </Box>
    </div>
  )
}

/** The card that is charged, or the transfer, with a link to the order whose proof waits for a decision. */
function PaidBy({ subscription: { pays_by, card, transfer } }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions')
  const name = card ? `${card.brand.toUpperCase()} •••• ${card.last4}` : t('staff.noCard')
  return (
    <>
      <Text size="sm">{pays_by === 'card' ? name : t('payBy_bank_transfer')}</Text>
      {transfer?.state === 'submitted' && (
        <LinkButton size="sm" variant="subtle" to={`/manage/orders/${transfer.order_id}`}>
          {t('staff.toCheck')}
        </LinkButton>
      )}
    </>
  )
}

const StatusAndEnd = ({ subscription }: { subscription: Subscription }) => (
  <Group gap="xs">
    <SubscriptionStatus status={subscription.status} />
    <End subscription={subscription} />
  </Group>
)

function Next({ subscription: { next_amount, next_at, currency } }: { subscription: Subscription }) {
  if (next_amount === null || !next_at) return <Text c="dimmed">–</Text>
  return (
    <>
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(next_amount, currency)}</Text>
      <Text size="sm" c="dimmed">
        <Time at={next_at} style="date" />
      </Text>
    </>
  )
}

function End({ subscription: { id, title, status, person } }: { subscription: Subscription }) {
  const { t } = useTranslation('subscriptions')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const end = useApiMutation(cancelStudentSubscription, {
    invalidates: [listSubscriptions],
    onSuccess: () => toast(t('changed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (status === 'canceled' || status === 'completed') return null
  const confirmEnd = async () => {
    const isConfirmed = await confirm({
      title: t('cancelTitle', { plan: title }),
      text: t('cancelNowText'),
      confirmLabel: t('cancel'),
      cancelLabel: t('keep'),
      danger: true,
    })
    if (isConfirmed) end.mutate({ id, at: 'now' })
  }
  return (
    <Button
      size="sm"
      variant="subtle"
      color="error"
      loading={end.isPending}
      onClick={() => void confirmEnd()}
      aria-label={`${t('cancel')}: ${person.name || person.email}`}
    >
      {t('cancel')}
    </Button>
  )
}

function None({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('subscriptions')
  return (
    <EmptyState
      icon={<IconRepeat size={40} />}
      title={t(isFiltered ? 'staff.noneFound' : 'staff.none')}
      text={t(isFiltered ? 'staff.noneFoundText' : 'staff.noneText')}
    />
  )
}
