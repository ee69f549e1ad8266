import { Anchor, Group, Paper, Stack, Text } from '@mantine/core'
import { Link, useParams } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { CardSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { formatMoney } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { getSettlement, listSettlementEntries } from '../../contract.ts'
import classes from './revenue.module.css'
import { SettlementStatus } from './settlement-status.tsx'

export const handle: ScreenHandle = { namespaces: ['revenue'] }

type Settlement = ApiReply<typeof getSettlement>
type Entry = ApiReply<typeof listSettlementEntries>['data'][number]

/** A settlement of a provider with the payments, refunds and disputes in it. */
export default function SettlementDetails() {
  const { t } = useTranslation('revenue')
  const { settlement_id: id = '' } = useParams()
  const query = useApiQuery(getSettlement, { id })
  const entries = useApiPages(listSettlementEntries, { id, limit: 50 })
  const error = query.error ?? entries.error
  return (
    <Stack gap="lg" maw={960}>
      <PageHeading
        title={t('settlements.one')}
        crumbs={[
          { label: t('title'), to: '/manage/revenue' },
          { label: t('view_settlements'), to: '/manage/revenue?view=settlements' },
        ]}
      />
      {error && (
        <ErrorState
          error={error}
          onRetry={() => {
            void query.refetch()
            entries.refetch()
          }}
        />
      )}
      {!error && !query.data && <CardSkeleton cards={1} />}
      {!error && query.data && (
        <>
          <Summary settlement={query.data} />
          <Section title={t('settlements.entries')} text={t('settlements.entriesText')}>
            <Entries list={entries} />
          </Section>
        </>
      )}
    </Stack>
  )
}

function Summary({ settlement }: { settlement: Settlement }) {
  const { t } = useTranslation('revenue')
  const { provider, is_platform, settlement_id, paid_at, status } = settlement
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack gap="md">
        <Group gap="sm">
          <Text fw={600}>{providerTitles[provider]}</Text>
          <SettlementStatus status={status} />
          <Text c="dimmed">
            <Time at={paid_at} style="date" /> · {t(is_platform ? 'ofPlatform' : 'ofSchool')}
          </Text>
        </Group>
        <Amounts settlement={settlement} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('settlements.number')}: <span dir="ltr">{settlement_id}</span>
        </Text>
      </Stack>
    </Paper>
  )
}

function Amounts({ settlement }: { settlement: Settlement }) {
  const { t } = useTranslation('revenue')
  const { gross, fees, deductions, net, matched_amount, currency } = settlement
  const amounts = [
    ['settlements.gross', gross],
    ['fees', fees],
    ['settlements.deductions', deductions === 0 ? null : deductions],
    ['net', net],
    ['settlements.matched', matched_amount],
  ] as const
  return (
    <dl className={classes.totals}>
      {amounts.map(
        ([name, amount]) =>
          amount !== null && (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {t(name)}
              </Text>
              <Text component="dd" m={0} fw={680} className={classes.total}>
                {formatMoney(amount, currency)}
              </Text>
            </div>
          ),
      )}
    </dl>
  )
}

function Entries({ list }: { list: ReturnType<typeof useApiPages<typeof listSettlementEntries>> }) {
  const { t } = useTranslation('revenue')
  const amount = (key: 'gross' | 'fee' | 'net') => ({
    key,
    title: t(key === 'gross' ? 'settlements.gross' : key === 'fee' ? 'fees' : 'net'),
    align: 'right' as const,
    wide: key !== 'net',
    render: (row: Entry) => <span className={classes.amount}>{formatMoney(row[key], row.currency)}</span>,
  })
  return (
    <DataTable
      label={`${t('settlements.entries')}: ${t('net')}`}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<Text c="dimmed">{t('settlements.noEntries')}</Text>}
      columns={[
        { key: 'order_number', title: t('settlements.order'), render: (row) => <EntryName row={row} /> },
        amount('gross'),
        amount('fee'),
        amount('net'),
      ]}
    />
  )
}

function EntryName({ row: { order_id, order_number, kind, transaction_id, paid_at } }: { row: Entry }) {
  const { t } = useTranslation('revenue')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor fw={600} renderRoot={(props: object) => <Link to={`/manage/orders/${order_id}`} {...props} />}>
        {order_number}
      </Anchor>
      <Text size="sm">
        {t(`settlements.kind.${kind}`)} · <Time at={paid_at} style="date" />
      </Text>
      <Text size="sm" c="dimmed">
        <span dir="ltr">{transaction_id}</span>
      </Text>
    </div>
  )
}
