import { Paper, Stack, Text } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PendingPart } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getRevenueTotals, listRevenue } from '../../contract.ts'
import classes from './revenue.module.css'
import { SalesCharts } from './sales-chart.tsx'
import { useDateName } from './use-date-name.ts'

type Row = ApiReply<typeof listRevenue>['data'][number]
type Totals = ApiReply<typeof getRevenueTotals>['totals'][number]

const groupings = ['day', 'month', 'course', 'plan'] as const
const deductions = ['refunds', 'disputes', 'fees', 'platform_share', 'commissions'] as const
const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** Revenue of a period in groups. */
export function Revenue() {
  const [chosen] = useQueryParam('by')
  const [from] = useQueryParam('from')
  const [until] = useQueryParam('until')
  const by = groupings.find((one) => one === chosen) ?? 'day'
  const period = {
    ...(from && dayPattern.test(from) && { from }),
    ...(until && dayPattern.test(until) && { to: until }),
  }
  const totals = useApiQuery(getRevenueTotals, period, { keepPrevious: true })
  const list = useApiPages(listRevenue, { limit: 100, by, ...period })
  const error = totals.error ?? list.error
  return (
    <Stack gap="md">
      {totals.isPending && <PendingPart />}
      <Filters by={by} shown={totals.data} />
      {error ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void totals.refetch()
            list.refetch()
          }}
        />
      ) : (
        <>
          {totals.data?.totals.map((one) => (
            <TotalCards key={one.currency} totals={one} />
          ))}
          {totals.data && <SalesCharts period={totals.data} totals={totals.data.totals} />}
          <RevenueTable by={by} list={list} />
        </>
      )}
    </Stack>
  )
}

interface FiltersProps {
  by: (typeof groupings)[number]
  /** The period that is shown, also if none was chosen. */
  shown: { from: string; to: string } | undefined
}

function Filters({ by, shown }: FiltersProps) {
  const { t } = useTranslation('revenue')
  const [, setBy] = useQueryParam('by')
  const [from, setFrom] = useQueryParam('from')
  const [until, setUntil] = useQueryParam('until')
  return (
    <div className={classes.filters}>
      <SelectField
        label={t('by')}
        value={by}
        allowDeselect={false}
        onChange={(value) => setBy(value === 'day' ? null : value)}
        choices={groupings.map((value) => ({ value, label: t(`by_${value}`) }))}
      />
      <DateTimeField kind="date" label={t('from')} value={from ?? shown?.from ?? null} onChange={setFrom} />
      <DateTimeField kind="date" label={t('until')} value={until ?? shown?.to ?? null} onChange={setUntil} />
    </div>
  )
}

function TotalCards({ totals }: { totals: Totals }) {
  const { t } = useTranslation('revenue')
  const shown = deductions.filter((name) => totals[name] !== 0)
  const card = (name: 'sales' | 'net' | (typeof deductions)[number], amount: number) => (
    <Paper key={name} withBorder radius="lg" p="md">
      <Text component="dt" size="sm" c="dimmed">
        {t(name)}
      </Text>
      <Text component="dd" m={0} fw={680} className={classes.total}>
        {formatMoney(amount, totals.currency)}
      </Text>
    </Paper>
  )
  return (
    <dl className={classes.totals}>
      {card('sales', totals.sales)}
      {shown.map((name) => card(name, 0 - totals[name]))}
      {card('net', totals.net)}
    </dl>
  )
}

interface TableProps {
  by: (typeof groupings)[number]
  list: ReturnType<typeof useApiPages<typeof listRevenue>>
}

function RevenueTable({ by, list }: TableProps) {
  const { t } = useTranslation('revenue')
  const amount = (name: keyof Row & ('sales' | 'net' | (typeof deductions)[number]), sign: 1 | -1) => ({
    key: name,
    title: t(name),
    align: 'right' as const,
    wide: name !== 'net',
    render: (row: Row) => <Amount value={sign * row[name]} currency={row.currency} />,
  })
  const rows = list.rows?.map((row) => ({ ...row, id: `${row.key} ${row.currency}` }))
  const columns = deductions.filter((name) => rows?.some((row) => row[name] !== 0))
  return (
    <DataTable
      label={t('view_revenue')}
      rows={rows}
      rowKey="id"
      pages={list}
      empty={<EmptyState icon={<IconChartBar size={40} />} title={t('none')} text={t('noneText')} />}
      columns={[
        { key: 'name', title: t(`by_${by}`), render: (row) => <Name by={by} row={row} /> },
        amount('sales', 1),
        ...columns.map((name) => amount(name, -1)),
        amount('net', 1),
      ]}
    />
  )
}

function Name({ by, row: { name, key } }: { by: TableProps['by']; row: Row }) {
  const { t } = useTranslation('revenue')
  const dateName = useDateName()
  if (by === 'day' || by === 'month') return <span className={classes.amount}>{dateName(key)}</span>
  return <span style={{ overflowWrap: 'anywhere' }}>{name || t('deleted')}</span>
}

function Amount({ value, currency }: { value: number; currency: string }) {
  return (
    <Text span className={classes.amount} {...(value === 0 && { c: 'dimmed' })}>
      {value === 0 ? '–' : formatMoney(value, currency)}
    </Text>
  )
}
