import { Anchor, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFileInvoice, IconSettings } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Time } from '#ui/components/time.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listInvoices } from '../contract.ts'
import { PdfButton } from './pdf-button.tsx'

export const handle: ScreenHandle = { namespaces: ['invoices'] }

type Invoice = ApiReply<typeof listInvoices>['data'][number]

/** Invoices and credit notes of the school. */
export default function Invoices() {
  const { t } = useTranslation('invoices')
  const [search, setSearch] = useQueryParam('search')
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('title')}
        text={t('text')}
        actions={
          <LinkButton
            to="/manage/invoices/settings"
            variant="default"
            leftSection={<IconSettings size={18} aria-hidden />}
          >
            {t('settings.open')}
          </LinkButton>
        }
      />
      <Search search={search} onSearch={setSearch} />
      <InvoicesTable search={search} />
    </Stack>
  )
}

interface SearchProps {
  search: string | null
  onSearch: (search: string | null) => void
}

function Search({ search, onSearch }: SearchProps) {
  const { t } = useTranslation('invoices')
  const [typed, setTyped] = useState(search ?? '')
  const [waited] = useDebouncedValue(typed.trim(), 250)
  useEffect(() => onSearch(waited || null), [waited, onSearch])
  return (
    <SearchInput
      label={t('search')}
      placeholder={t('searchHint')}
      value={typed}
      onChange={setTyped}
      maxLength={200}
      maw={420}
    />
  )
}

function InvoicesTable({ search }: { search: string | null }) {
  const { t } = useTranslation('invoices')
  const list = useApiPages(listInvoices, { limit: 50, ...(search && { search }) })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoInvoices isFiltered={Boolean(search)} />}
      columns={[
        {
          key: 'invoice_number',
          title: t('number'),
          render: (invoice) => <NameAndBuyer invoice={invoice} />,
        },
        {
          key: 'total',
          title: t('total'),
          align: 'right',
          wide: true,
          render: (invoice) => <Total invoice={invoice} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('pdf')}</span>,
          width: 120,
          align: 'right',
          render: (invoice) => <PdfButton invoice={invoice} isStaff />,
        },
      ]}
    />
  )
}

function NoInvoices({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('invoices')
  return (
    <EmptyState
      icon={<IconFileInvoice size={40} />}
      title={t(isFiltered ? 'noneFound' : 'none')}
      text={t(isFiltered ? 'noneFoundText' : 'noneText')}
    />
  )
}

function NameAndBuyer({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const { kind, invoice_number: number, refers_to, order_id, buyer, issued_at } = invoice
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor renderRoot={(props: object) => <Link to={`/manage/orders/${order_id}`} {...props} />} fw={560}>
        {t(`kind.${kind}Of`, { number })}
      </Anchor>
      <Text size="sm">
        <bdi>{buyer.name || buyer.email}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        <Time at={issued_at} style="date" />
        {refers_to && <> · {t('refersTo', { number: refers_to })}</>}
      </Text>
      <Text size="sm" hiddenFrom="sm">
        {formatMoney(invoice.total, invoice.currency)}
      </Text>
    </div>
  )
}

function Total({ invoice: { total, tax, currency } }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  return (
    <>
      <Text style={{ fontVariantNumeric: 'tabular-nums' }}>{formatMoney(total, currency)}</Text>
      {tax > 0 && (
        <Text size="sm" c="dimmed">
          {t('taxOf', { amount: formatMoney(tax, currency) })}
        </Text>
      )}
    </>
  )
}
