import { Text } from '@mantine/core'
import { IconEqual } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'

type Row = ApiReply<typeof contract.listRegradeRows>['data'][number]

interface Props {
  regrade_id: string
  change: 'rises' | 'falls' | 'same' | null
}

export function RegradeRows({ regrade_id, change }: Props) {
  const { t } = useTranslation('regrades')
  const list = useApiPages(contract.listRegradeRows, { id: regrade_id, limit: 50, ...(change && { change }) })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <DataTable
      label={t('student')}
      rows={list.rows}
      rowKey="attempt_id"
      pages={list}
      empty={
        <EmptyState
          icon={<IconEqual size={40} />}
          title={t('preview.none')}
          text={change ? '' : t('preview.noneText')}
        />
      }
      columns={[
        {
          key: 'user_name',
          title: t('student'),
          render: ({ user_name, outcome }) => (
            <div style={{ overflowWrap: 'anywhere' }}>
              <bdi>{user_name ?? t('anonymous')}</bdi>
              {outcome === 'skipped' && (
                <Text size="sm" c="dimmed">
                  {t('skipped')}
                </Text>
              )}
            </div>
          ),
        },
        {
          key: 'points_after',
          title: t('points'),
          width: 150,
          wide: true,
          render: (row) => <Points row={row} />,
        },
        {
          key: 'score_after',
          title: t('score'),
          width: 150,
          render: ({ score_before, score_after }) =>
            t('from', { before: percent(score_before), after: percent(score_after) }),
        },
      ]}
    />
  )
}

const percent = (score: number | null) => (score === null ? '–' : `${formatNumber(score)} %`)

function Points({ row: { points_before, points_after, is_dropped } }: { row: Row }) {
  const { t } = useTranslation('regrades')
  const shown = (points: number | null) => (points === null ? t('byPerson') : formatNumber(points))
  return (
    <>{t('from', { before: shown(points_before), after: is_dropped ? t('dropped') : shown(points_after) })}</>
  )
}
