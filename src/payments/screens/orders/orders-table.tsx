import { Anchor, Badge, Box, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFileText } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listOrders } from '../../contract.ts'
import { OrderStatus, TestMode } from '../order-status.tsx'
import type { OrderFilters } from './order-filters.ts'

type Order = ApiReply<typeof listOrders>['data'][number]

/** Orders that match the filters, newest first, with a link to each. */
export function OrdersTable({ filters }: { filters: OrderFilters }) {
  const { t } = useTranslation('payments')
  const list = useApiPages(listOrders, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('orders.title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoOrders filters={filters} />}
      columns={[
        { key: 'buyer', title: t('orders.buyer'), render: (order) => <BuyerAndCourses order={order} /> },
        { key: 'status', title: t('orders.status'), wide: true, render: (order) => <States order={order} /> },
        {
          key: 'total',
          title: t('orders.amount'),
          align: 'right',
          render: (order) => <Amount order={order} />,
        },
        {
          key: 'created_at',
          title: t('orders.date'),
          width: 150,
          wide: true,
          render: (order) => <Time at={order.created_at} style="date" />,
        },
      ]}
    />
  )
}

function BuyerAndCourses({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor renderRoot={(props: object) => <Link to={`/manage/orders/${order.id}`} {...props} />} fw={560}>
        {order.buyer.name || order.buyer.email}
      </Anchor>
      <Text size="sm">{order.lines.map(({ title }) => title).join(', ')}</Text>
      <Text size="sm" c="dimmed">
        {t('order.numberOf', { number: order.number })}
      </Text>
      {/* A phone has no room for the column of states. */}
      <Box hiddenFrom="sm" mt={4}>
        <States order={order} />
      </Box>
    </div>
  )
}

function States({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        <OrderStatus status={order.status} />
        <TestMode isTest={order.is_test} />
      </Group>
      {order.attention.map((reason) => (
        <Badge key={reason} color="error" variant="light">
          {t(`attention.${reason}`)}
        </Badge>
      ))}
    </Stack>
  )
}

function Amount({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  const { total, refunded_amount, currency } = order
  return (
    <>
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(total, currency)}</Text>
      {refunded_amount > 0 && (
        <Text size="sm" c="dimmed">
          {t('mine.refunded', { amount: formatMoney(refunded_amount, currency) })}
        </Text>
      )}
    </>
  )
}

function NoOrders({ filters }: { filters: OrderFilters }) {
  const { t } = useTranslation('payments')
  if (filters.needs_attention)
    return (
      <EmptyState
        icon={<IconCircleCheck size={40} />}
        title={t('orders.noneWaiting')}
        text={t('orders.noneWaitingText')}
      />
    )
  const isFiltered = Object.keys(filters).length > 0
  return (
    <EmptyState
      icon={<IconFileText size={40} />}
      title={t(isFiltered ? 'orders.noneFound' : 'orders.none')}
      text={t(isFiltered ? 'orders.noneFoundText' : 'orders.noneText')}
    />
  )
}
