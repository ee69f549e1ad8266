import { Anchor, Stack, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatMoney, formatNumber } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Section } from '#ui/components/layout/section.tsx'
import { Time } from '#ui/components/time.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { listSettlements } from '../../contract.ts'
import classes from './revenue.module.css'
import { SettlementStatus } from './settlement-status.tsx'

type Settlement = ApiReply<typeof listSettlements>['data'][number]

const statuses = ['paid', 'pending', 'failed'] as const

/** What the providers paid out to bank accounts. */
export function Settlements() {
  const { t } = useTranslation('revenue')
  const [chosen, setChosen] = useQueryParam('settlements')
  const status = statuses.find((one) => one === chosen) ?? null
  const list = useApiPages(listSettlements, { limit: 50, ...(status && { status }) })
  return (
    <Section title={t('view_settlements')} text={t('settlements.text')}>
      <Stack gap="md">
        <SelectField
          label={t('state')}
          clearable
          placeholder={t('show.all')}
          value={status}
          onChange={setChosen}
          choices={statuses.map((value) => ({ value, label: t(`settlements.status.${value}`) }))}
          w={{ base: '100%', xs: 220 }}
        />
        {list.error ? (
          <ErrorState error={list.error} onRetry={list.refetch} />
        ) : (
          <SettlementsTable list={list} isFiltered={status !== null} />
        )}
      </Stack>
    </Section>
  )
}

interface TableProps {
  list: ReturnType<typeof useApiPages<typeof listSettlements>>
  isFiltered: boolean
}

function SettlementsTable({ list, isFiltered }: TableProps) {
  const { t } = useTranslation('revenue')
  const amount = (key: 'gross' | 'fees' | 'net', wide: boolean) => ({
    key,
    title: t(key === 'gross' ? 'settlements.gross' : key),
    align: 'right' as const,
    wide,
    render: (row: Settlement) => (
      <span className={classes.amount}>{row[key] === null ? '–' : formatMoney(row[key], row.currency)}</span>
    ),
  })
  return (
    <DataTable
      label={`${t('view_settlements')}: ${t('net')}`}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={isFiltered ? <Text c="dimmed">{t('settlements.noneOfStatus')}</Text> : <NoSettlements />}
      columns={[
        { key: 'paid_at', title: t('settlements.date'), render: (row) => <Name row={row} /> },
        {
          key: 'status',
          title: t('state'),
          wide: true,
          render: ({ status }) => <SettlementStatus status={status} />,
        },
        {
          key: 'payment_count',
          title: t('checked'),
          align: 'right',
          wide: true,
          render: ({ payment_count }) => formatNumber(payment_count),
        },
        amount('gross', true),
        amount('fees', true),
        amount('net', false),
      ]}
    />
  )
}

function Name({ row: { id, provider, is_platform, paid_at, status } }: { row: Settlement }) {
  const { t } = useTranslation('revenue')
  return (
    <div>
      <Anchor
        fw={600}
        renderRoot={(props: object) => <Link to={`/manage/revenue/settlements/${id}`} {...props} />}
      >
        <Time at={paid_at} style="date" />
      </Anchor>
      <Text size="sm" c="dimmed">
        {providerTitles[provider]} · {t(is_platform ? 'ofPlatform' : 'ofSchool')}
      </Text>
      {status !== 'paid' && (
        <Text size="sm" hiddenFrom="sm">
          {t(`settlements.status.${status}`)}
        </Text>
      )}
    </div>
  )
}

function NoSettlements() {
  const { t } = useTranslation('revenue')
  return (
    <EmptyState
      icon={<IconBuildingBank size={40} />}
      title={t('settlements.none')}
      text={t('settlements.noneText')}
    />
  )
}
