import { Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button } from '#ui/components/button.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { AllOrders } from './all-orders.tsx'
import { OrdersTable } from './orders-table.tsx'
import { WebhookEvents } from './webhook-events.tsx'

const RecordSaleDialog = lazy(() => import('../manual-orders/record-sale-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['payments', 'manual-orders'] }

const views = ['all', 'attention', 'webhooks'] as const

/** The orders of the school, those that need attention, and the webhooks of the payment providers. */
export default function Orders() {
  const { t } = useTranslation('payments')
  const [view, setView] = useQueryParam('view')
  const content = {
    all: <AllOrders />,
    attention: <OrdersTable filters={{ needs_attention: true }} />,
    webhooks: <WebhookEvents />,
  }
  return (
    <Stack gap="lg">
      <PageHeading title={t('orders.title')} text={t('orders.text')} actions={<RecordSale />} />
      <Tabs
        label={t('orders.title')}
        tabs={views.map((value) => ({ value, label: t(`orders.view_${value}`), content: content[value] }))}
        value={views.find((one) => one === view) ?? 'all'}
        onChange={(value) => setView(value === 'all' ? null : value)}
      />
    </Stack>
  )
}

/** For money that no provider took. */
function RecordSale() {
  const { t } = useTranslation('manual-orders')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <RecordSaleDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
