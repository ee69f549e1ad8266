import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listMyOrders } from '../contract.ts'
import { Cards } from './cards/cards.tsx'
import { lineName } from './line-name.ts'
import { OrderStatus, TestMode } from './order-status.tsx'
import { PayButton } from './return-actions.tsx'
import { payableItem, purposeOf, type OwnOrder } from './return-state.ts'
import classes from './payments.module.css'

export const handle: ScreenHandle = { namespaces: ['payments'] }

interface Props {
  subscriptions: ReactNode
  /** The company that invoices name. */
  company: ReactNode
}

/** Instalments and subscriptions, the student's orders, newest first, and the saved cards. */
export default function MyPayments({ subscriptions, company }: Props) {
  const { t } = useTranslation('payments')
  const list = useApiPages(listMyOrders, { limit: 20 })
  return (
    <Stack gap="lg" maw={760}>
      <PageHeading
        title={t('mine.title')}
        actions={
          <LinkButton to="/affiliate" variant="default">
            {t('mine.toAffiliate')}
          </LinkButton>
        }
      />
      {subscriptions}
      {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
      {!list.rows && !list.error && <ListSkeleton />}
      {list.rows?.length === 0 && (
        <EmptyState
          icon={<IconFileText size={40} />}
          title={t('mine.none')}
          text={t('mine.noneText')}
          action={
            <LinkButton to="/" reloadDocument>
              {t('mine.toCourses')}
            </LinkButton>
          }
        />
      )}
      {list.rows && list.rows.length > 0 && (
        <>
          <ul className={classes.list} aria-label={t('mine.title')}>
            {list.rows.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
          <ListFooter pages={list} />
        </>
      )}
      <Cards />
      {company}
    </Stack>
  )
}

function OrderRow({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('payments')
  const { currency, total, refunded_amount, number, paid_at, created_at } = order
  return (
    <Paper component="li" withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <div className={classes.row}>
        <div className={classes.words}>
          <Text fw={640}>{order.lines.map(lineName).join(', ')}</Text>
          <Text size="sm" c="dimmed">
            {t('order.numberOf', { number })} · <Time at={paid_at ?? created_at} style="date" />
          </Text>
          <Group gap="xs" mt={6}>
            <OrderStatus status={order.status} />
            <TestMode isTest={order.is_test} />
          </Group>
          <Waiting order={order} />
        </div>
        <div className={classes.amounts}>
          <div className={classes.amount}>{formatMoney(total, currency)}</div>
          {refunded_amount > 0 && (
            <Text size="sm" c="dimmed">
              {t('mine.refunded', { amount: formatMoney(refunded_amount, currency) })}
            </Text>
          )}
        </div>
      </div>
      <OrderActions order={order} />
    </Paper>
  )
}

/** Why a paid course is not open yet. */
function Waiting({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('payments')
  const isWaiting =
    order.status === 'paid' &&
    purposeOf(order.lines) === 'self' &&
    order.lines.some(({ courses }) => courses.some(({ enrolment_status }) => enrolment_status === 'pending'))
  if (!isWaiting) return null
  return (
    <Text size="sm" mt={6}>
      {t('mine.waiting')}
    </Text>
  )
}

/** The page of a gift, or of the seats of a group. */
function ForOthers({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('payments')
  const purpose = purposeOf(order.lines)
  if (purpose === 'self' || !order.paid_at) return null
  return <LinkButton to={`/payments/orders/${order.id}/seats`}>{t(`forOthers.${purpose}`)}</LinkButton>
}

function OrderActions({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('payments')
  const line = order.lines[0]
  if (!line || order.status === 'canceled') return null
  const item = payableItem(order)
  const open =
    purposeOf(order.lines) === 'self' &&
    line.courses.find(({ enrolment_status }) => enrolment_status === 'approved')
  const isPayable = order.status === 'awaiting_payment' || order.status === 'partially_paid'
  return (
    <Group gap="sm" mt="md">
      {isPayable && order.is_awaiting_transfer && (
        <LinkButton to={`/payments/transfer?order=${order.id}`}>{t('transfers.show')}</LinkButton>
      )}
      {isPayable && item && !order.is_awaiting_transfer && (
        <PayButton
          item={item}
          label={t(order.is_awaiting_provider || order.paid_amount > 0 ? 'pay.continue' : 'pay.again')}
        />
      )}
      {isPayable && order.is_awaiting_provider && (
        <LinkButton to={`/payments/return?order=${order.id}`} variant="default">
          {t('mine.check')}
        </LinkButton>
      )}
      <ForOthers order={order} />
      {open && !isPayable && (
        <LinkButton to={`/learn/${open.id}`} variant="default">
          {t('return.start')}
        </LinkButton>
      )}
      {order.paid_amount > 0 && (
        <LinkButton to={`/payments/orders/${order.id}`} variant="default">
          {t('receipt.show')}
        </LinkButton>
      )}
    </Group>
  )
}
