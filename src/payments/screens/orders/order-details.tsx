import { Alert, Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCash } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { useSchool } from '#tenancy/client/frame.tsx'
import { useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { dismissOrderAttention, getOrder, listOrders } from '../../contract.ts'
import { OrderTransfers } from '../bank-transfers/order-transfers.tsx'
import { OrderDisputes } from '../disputes/order-disputes.tsx'
import { GivenAccess } from '../manual-orders/given-access.tsx'
import { OrderQuarantine } from '../quarantine/order-quarantine.tsx'
import { OrderLines } from '../order-lines.tsx'
import { OrderStatus } from '../order-status.tsx'
import type { OrderDetails } from '../order-timeline.ts'
import { OrderSeats } from '../seats/order-seats.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { Timeline } from './timeline.tsx'

const RecordPaymentDialog = lazy(() => import('../manual-orders/record-payment-dialog.tsx'))

export const handle: ScreenHandle = {
  namespaces: ['payments', 'disputes', 'quarantine', 'seats', 'manual-orders'],
}

/** An order as staff see it: what was bought, what happened, and refunds. */
export default function OrderDetailsScreen({ invoices }: { invoices: ReactNode }) {
  const { t } = useTranslation('payments')
  const { order_id = '' } = useParams()
  const query = useOrder(order_id)
  const order = query.data
  return (
    <Stack gap="lg" maw={960}>
      <PageHeading
        title={order ? t('order.numberOf', { number: order.number }) : t('orders.one')}
        crumbs={[{ label: t('orders.title'), to: '/manage/orders' }]}
        actions={order && <OrderActions order={order} />}
      />
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!order && !query.error && <CardSkeleton cards={1} />}
      {order && (
        <>
          <Overview order={order} />
          {invoices}
          <OrderDisputes order={order} />
          <Section title={t('timeline.title')}>
            <Timeline order={order} />
          </Section>
        </>
      )}
    </Stack>
  )
}

/** Refund what was paid, or record what was paid to the school itself. */
function OrderActions({ order }: { order: OrderDetails }) {
  const { t } = useTranslation(['payments', 'manual-orders'])
  const [open, setOpen] = useState<'refund' | 'payment' | null>(null)
  const close = () => setOpen(null)
  const isPayable = order.status === 'awaiting_payment' || order.status === 'partially_paid'
  return (
    <>
      {isPayable && order.total > 0 && (
        <Button
          variant="default"
          leftSection={<IconCash size={18} aria-hidden />}
          onClick={() => setOpen('payment')}
        >
          {t('manual-orders:pay.open')}
        </Button>
      )}
      {order.refundable_amount > 0 && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={() => setOpen('refund')}
        >
          {t('refund.open')}
        </Button>
      )}
      <RefundDialog order={order} opened={open === 'refund'} onClose={close} />
      {open === 'payment' && (
        <Suspense>
          <RecordPaymentDialog order={order} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** What needs attention, what was bought, and the transfers to check. */
const Overview = ({ order }: { order: OrderDetails }) => (
  <>
    <Attention order={order} />
    <OrderQuarantine order={order} />
    <Summary order={order} />
    <GivenAccess order={order} />
    <OrderTransfers order_id={order.id} />
    {order.lines.some(({ purpose }) => purpose !== 'self') && <OrderSeats order_id={order.id} />}
  </>
)

/** Milliseconds between refetches while the provider works on a refund. */
const refundPollMs = 5_000

/** The order, read again while a refund is on its way. */
function useOrder(id: string) {
  const [isRefundOpen, setRefundOpen] = useState(false)
  const query = useApiQuery(getOrder, { id }, { refetchInterval: isRefundOpen ? refundPollMs : false })
  const isOpen =
    query.data?.refunds.some(({ state }) => state === 'requested' || state === 'pending') ?? false
  if (isOpen !== isRefundOpen) setRefundOpen(isOpen)
  return query
}

function Attention({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('payments')
  const { errorText } = useErrorText()
  const dismiss = useApiMutation(dismissOrderAttention, {
    invalidates: [getOrder, listOrders],
    onSuccess: () => toast(t('attention.dismissed')),
    onError: (error) => toast(errorText(error), 'error'),
  })
  if (order.attention.length === 0) return null
  return (
    <Alert color="warning" icon={<IconAlertTriangle aria-hidden />} title={t('attention.title')}>
      <Stack gap="sm" align="flex-start">
        {order.attention.map((reason) => (
          <Text size="sm" key={reason}>
            {t(`attention.${reason}Text`)}
          </Text>
        ))}
        <Button
          size="sm"
          variant="default"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ id: order.id })}
        >
          {t('attention.dismiss')}
        </Button>
      </Stack>
    </Alert>
  )
}

function Summary({ order }: { order: OrderDetails }) {
  const { t } = useTranslation('payments')
  const { school_id } = useSchool()
  const { id, name, email } = order.buyer
  const to = `/school-details/${school_id}/student-details/${id}`
  return (
    <Paper
      component="section"
      aria-label={t('orders.one')}
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'xl' }}
    >
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
            <Anchor fw={640} renderRoot={(props: object) => <Link to={to} {...props} />}>
              {name || email}
            </Anchor>
            <Text size="sm" c="dimmed">
              {email}
            </Text>
          </div>
          <OrderStatus status={order.status} />
        </Group>
        <OrderLines order={order} />
      </Stack>
    </Paper>
  )
}
