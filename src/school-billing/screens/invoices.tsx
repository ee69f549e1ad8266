import { Anchor, Badge, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listSchoolInvoices } from '../contract.ts'

type Invoice = ApiReply<typeof listSchoolInvoices>['data'][number]

/** Invoices of the plan, with links to Stripe. */
export function Invoices() {
  const { t } = useTranslation('school-billing')
  const list = useApiPages(listSchoolInvoices, { limit: 12 })
  return (
    <Section title={t('invoices.title')}>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.rows?.length === 0 ? (
        <Text c="dimmed">{t('invoices.none')}</Text>
      ) : (
        <DataTable
          label={`${t('title')}: ${t('invoices.title')}`}
          rows={list.rows}
          rowKey="invoice_id"
          pages={list}
          columns={[
            { key: 'number', title: t('invoices.number'), render: (row) => <InvoiceLink invoice={row} /> },
            {
              key: 'created_at',
              title: t('invoices.date'),
              wide: true,
              render: ({ created_at }) => <Time at={created_at} style="date" />,
            },
            { key: 'status', title: t('invoices.status'), render: (row) => <InvoiceStatus invoice={row} /> },
            {
              key: 'total',
              title: t('invoices.amount'),
              align: 'right',
              render: ({ total, currency }) => formatMoney(total, currency),
            },
          ]}
        />
      )}
    </Section>
  )
}

function InvoiceLink({ invoice: { number, invoice_id, invoice_url } }: { invoice: Invoice }) {
  const name = number ?? invoice_id
  return invoice_url ? (
    <Anchor href={invoice_url} underline="always">
      {name}
    </Anchor>
  ) : (
    name
  )
}

const statuses = { open: 'warning', paid: 'success', void: 'gray', uncollectible: 'error' } as const

function InvoiceStatus({ invoice: { status } }: { invoice: Invoice }) {
  const { t } = useTranslation('school-billing')
  const name = status as keyof typeof statuses
  return statuses[name] ? (
    <Badge variant="light" color={statuses[name]}>
      {t(`invoices.${name}`)}
    </Badge>
  ) : (
    status
  )
}
