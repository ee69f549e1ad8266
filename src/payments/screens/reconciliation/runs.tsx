import { Badge, Group, Text } from '@mantine/core'
import type { ApiReply } from '#platform/client/api/client.ts'
import { DataTable, type ListPages } from '#ui/components/data-table.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { providerTitles } from '#ui/components/formatting/provider-titles.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { listReconciliationRuns } from '../../contract.ts'

type Run = ApiReply<typeof listReconciliationRuns>['data'][number]

/** Nightly comparisons, the newest first. */
export function Runs({ list }: { list: ListPages & { rows: Run[] | undefined } }) {
  const { t } = useTranslation('revenue')
  return (
    <DataTable
      label={`${t('runs')}: ${t('checked')}`}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<Text c="dimmed">{t('noRuns')}</Text>}
      columns={[
        { key: 'provider', title: t('run'), render: (run) => <RunName run={run} /> },
        { key: 'state', title: t('state'), render: (run) => <Result run={run} /> },
        {
          key: 'checked_payments',
          title: t('checked'),
          align: 'right',
          wide: true,
          render: ({ checked_payments }) => formatNumber(checked_payments),
        },
        {
          key: 'settled_payments',
          title: t('settled'),
          align: 'right',
          wide: true,
          render: ({ settled_payments }) => formatNumber(settled_payments),
        },
      ]}
    />
  )
}

function RunName({ run: { provider, finished_at } }: { run: Run }) {
  return (
    <div>
      <Text>{providerTitles[provider]}</Text>
      <Text size="sm" c="dimmed">
        <Time at={finished_at} />
      </Text>
    </div>
  )
}

function Result({ run: { state, new_differences, unbalanced_currencies } }: { run: Run }) {
  const { t } = useTranslation('revenue')
  const isGood = state === 'succeeded' && new_differences === 0 && unbalanced_currencies.length === 0
  return (
    <Group gap={6}>
      {isGood && (
        <Badge variant="light" color="success">
          {t('result.equal')}
        </Badge>
      )}
      {state === 'failed' && (
        <Badge variant="light" color="warning">
          {t('result.failed')}
        </Badge>
      )}
      {new_differences > 0 && (
        <Badge variant="light" color="error">
          {t('result.differences')} · {formatNumber(new_differences)}
        </Badge>
      )}
      {unbalanced_currencies.length > 0 && (
        <Badge variant="light" color="error">
          {t('result.unbalanced')} · {unbalanced_currencies.join(', ')}
        </Badge>
      )}
    </Group>
  )
}
