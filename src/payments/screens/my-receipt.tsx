import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useSchool, useSession } from '#tenancy/client/frame.tsx'
import { useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getMyOrder } from '../contract.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderStatus } from './order-status.tsx'
import type { OwnOrder } from './return-state.ts'
import classes from './payments.module.css'

export const handle: ScreenHandle = { namespaces: ['payments'] }

/** A receipt to print, and the invoice as PDF. */
export default function MyReceipt({ invoices }: { invoices: ReactNode }) {
  const { t } = useTranslation('payments')
  const { order_id = '' } = useParams()
  const query = useApiQuery(getMyOrder, { id: order_id })
  const order = query.data
  return (
    <Stack gap="lg" maw={640}>
      <div className={classes.screenOnly}>
        <PageHeading
          title={t('receipt.title')}
          crumbs={[{ label: t('mine.title'), to: '/payments' }]}
          actions={
            order && (
              <Button variant="default" onClick={() => window.print()}>
                {t('receipt.print')}
              </Button>
            )
          }
        />
      </div>
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {!order && !query.error && <CardSkeleton cards={1} />}
      {order && <Receipt order={order} />}
      <div className={classes.screenOnly}>{order && invoices}</div>
    </Stack>
  )
}

function Receipt({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('payments')
  return (
    <Paper component="section" aria-labelledby="receipt" withBorder radius="lg" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <Parties />
        <Group gap="sm">
          <OrderStatus status={order.status} />
        </Group>
        <OrderLines order={order} />
        {order.paid_amount === 0 && <Text>{t('receipt.unpaid')}</Text>}
      </Stack>
    </Paper>
  )
}

function Parties() {
  const { t } = useTranslation('payments')
  const { name } = useSchool()
  const buyer = useSession()?.details?.name
  return (
    <div>
      <Text fw={680} size="lg" component="h2" id="receipt">
        {t('receipt.from', { school: name })}
      </Text>
      {typeof buyer === 'string' && <Text c="dimmed">{t('receipt.to', { name: buyer })}</Text>}
    </div>
  )
}
