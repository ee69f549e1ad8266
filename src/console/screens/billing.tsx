import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { SearchField } from './search-field.tsx'

type Row = ApiReply<typeof contract.listBilling>['data'][number]

const statuses = ['active', 'past_due', 'unpaid', 'canceled', 'none'] as const
type Status = (typeof statuses)[number]

const colors: Record<Status, string> = {
  active: 'success',
  past_due: 'warning',
  unpaid: 'error',
  canceled: 'gray',
  none: 'gray',
}

/** What schools pay the platform for their plan. */
export default function Billing() {
  const { t } = useTranslation('console')
  const [search, setSearch] = useQueryParam('search')
  const [chosen, setChosen] = useQueryParam('status')
  const status = statuses.find((one) => one === chosen)
  const rows = useApiPages(contract.listBilling, {
    limit: 50,
    ...(search && { search }),
    ...(status && { status }),
  })
  return (
    <Stack gap="lg">
      <PageHeading title={t('billing.title')} text={t('billing.text')} />
      <Group gap="md">
        <SearchField label={t('schools.search')} value={search} onChange={setSearch} />
        <SelectField
          label={null}
          aria-label={t('billing.status')}
          placeholder={t('billing.anyStatus')}
          choices={statuses.map((value) => ({ value, label: t(`billing.statuses.${value}`) }))}
          value={status ?? null}
          onChange={setChosen}
          clearable
          clearButtonProps={{ 'aria-label': t('billing.anyStatus') }}
          w={{ base: '100%', xs: 220 }}
        />
      </Group>
      {rows.error ? (
        <ErrorState error={rows.error} onRetry={rows.refetch} />
      ) : (
        <BillingTable rows={rows} isSearched={Boolean(search) || Boolean(status)} />
      )}
    </Stack>
  )
}

interface TableProps {
  rows: ReturnType<typeof useApiPages<typeof contract.listBilling>>
  isSearched: boolean
}

function BillingTable({ rows, isSearched }: TableProps) {
  const { t } = useTranslation('console')
  return (
    <DataTable
      label={t('billing.title')}
      rows={rows.rows}
      rowKey="school_id"
      pages={rows}
      empty={
        <EmptyState
          icon={<IconCreditCard size={32} />}
          title={t(isSearched ? 'schools.nothingFound' : 'billing.none')}
          text={t(isSearched ? 'schools.nothingFoundText' : 'billing.noneText')}
        />
      }
      columns={[
        { key: 'name', title: t('schools.name'), render: (row) => <School row={row} /> },
        { key: 'status', title: t('billing.status'), width: 150, render: (row) => <StatusBadge row={row} /> },
        {
          key: 'amount',
          title: t('billing.amount'),
          width: 190,
          wide: true,
          render: (row) => <Amount row={row} />,
        },
        {
          key: 'last_invoice',
          title: t('billing.lastInvoice'),
          width: 180,
          wide: true,
          render: (row) => <LastInvoice row={row} />,
        },
      ]}
    />
  )
}

function School({ row: { school_id, name, school_url } }: { row: Row }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Anchor
        fw={600}
        style={{ overflowWrap: 'anywhere' }}
        renderRoot={(props: object) => <Link to={`/console/schools/${school_id}`} {...props} />}
      >
        {name}
      </Anchor>
      <Text size="sm" c="dimmed" dir="ltr" ta="start" style={{ overflowWrap: 'anywhere' }}>
        {school_url}
      </Text>
    </div>
  )
}

function StatusBadge({ row }: { row: Row }) {
  const { t } = useTranslation('console')
  const status = statuses.find((one) => one === row.status) ?? 'none'
  return (
    <Badge variant="light" color={colors[status]}>
      {t(`billing.statuses.${status}`)}
    </Badge>
  )
}

function Amount({ row: { amount, currency, plan, interval, quantity } }: { row: Row }) {
  const { t } = useTranslation('console')
  if (amount === null || currency === null || plan === null || interval === null) return null
  return (
    <div>
      <Text>{formatMoney(amount, currency)}</Text>
      <Text size="sm" c="dimmed">
        {t(`billing.${plan}`)} · {t(`billing.${interval}`)} · {formatNumber(quantity ?? 0)}
      </Text>
    </div>
  )
}

function LastInvoice({ row: { last_invoice, currency } }: { row: Row }) {
  if (last_invoice === null || currency === null) return null
  return (
    <div>
      <Text>{formatMoney(last_invoice.total, currency)}</Text>
      <Text size="sm" c="dimmed">
        <Time at={last_invoice.created_at} style="date" />
      </Text>
    </div>
  )
}
