import { Anchor, Badge, Group, Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable, type Column } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { timeUsed } from '#ui/components/formatting/time-used.ts'

type Attempt = ApiReply<typeof contract.listAssessmentAttempts>['data'][number]

/** Filters of the list. */
export const attemptStates = ['running', 'submitted', 'marked', 'late'] as const

interface Props {
  assessment_id: string
  filters: { q?: string; state?: (typeof attemptStates)[number] }
}

export function AttemptsTable({ assessment_id, filters }: Props) {
  const { t } = useTranslation('marking')
  const columns = useColumns()
  const list = useApiPages(contract.listAssessmentAttempts, { id: assessment_id, limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const isFiltered = Object.keys(filters).length > 0
  return (
    <DataTable
      label={t('results.attempts')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={
        <EmptyState
          icon={<IconClipboardList size={40} />}
          title={t(isFiltered ? 'results.noneFound' : 'results.none')}
          text={t(isFiltered ? 'results.noneFoundText' : 'results.noneText')}
        />
      }
      columns={columns}
    />
  )
}

function useColumns(): Column<Attempt>[] {
  const { t, i18n } = useTranslation('marking')
  return [
    {
      key: 'user_name',
      title: t('results.student'),
      width: 180,
      render: (row) => <StudentCell attempt={row} />,
    },
    { key: 'state', title: t('results.state'), width: 150, render: (row) => <StateCell attempt={row} /> },
    { key: 'score', title: t('results.score'), width: 120, render: (row) => <ScoreCell attempt={row} /> },
    {
      key: 'submitted_at',
      title: t('results.submitted'),
      width: 190,
      wide: true,
      render: ({ submitted_at }) => (submitted_at ? <Time at={submitted_at} /> : '–'),
    },
    {
      key: 'started_at',
      title: t('results.timeUsed'),
      width: 120,
      wide: true,
      render: (row) => timeUsed(row, i18n.language),
    },
  ]
}

function StudentCell({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('marking')
  const { id, assessment_id, user_name, number, state } = attempt
  const name = user_name ?? t('marking.nameHidden')
  const address = `/manage/assessments/${assessment_id}/marking?by=student&show=all&attempt=${id}&slot=0`
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      {state === 'running' ? (
        <Text fw={600} dir="auto">
          {name}
        </Text>
      ) : (
        <Anchor
          fw={600}
          dir="auto"
          renderRoot={(props: object) => <Link to={address} prefetch="intent" {...props} />}
        >
          {name}
        </Anchor>
      )}
      <Text size="sm" c="dimmed">
        {t('marking.attempt', { number: formatNumber(number) })}
      </Text>
    </div>
  )
}

const colors = {
  running: 'blue',
  submitted: 'warning',
  marked: 'success',
  released: 'success',
  void: 'gray',
} as const

function StateCell({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('marking')
  const { state, pending_count, is_late, has_late_answers, submitted_by, released_at } = attempt
  const flags = [
    is_late && t('flags.late'),
    has_late_answers && t('flags.lateAnswers'),
    submitted_by === 'deadline' && t('flags.byDeadline'),
    state === 'marked' && released_at && t('flags.released'),
  ].filter((flag) => typeof flag === 'string')
  return (
    <Group gap={4}>
      <Badge color={colors[state]} variant="light" tt="none">
        {state === 'submitted' && pending_count > 0
          ? t('results.toMark', { number: formatNumber(pending_count) })
          : t(`states.${state}`)}
      </Badge>
      {flags.map((flag) => (
        <Text key={flag} size="sm" c="dimmed">
          {flag}
        </Text>
      ))}
    </Group>
  )
}

function ScoreCell({ attempt: { score, points, max_points } }: { attempt: Attempt }) {
  const { t } = useTranslation('marking')
  if (score === null || points === null) return <>–</>
  return (
    <>
      <Text fw={600}>
        {t('results.percent', { number: formatNumber(score, { maximumFractionDigits: 1 }) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('results.points', { points: formatNumber(points), max: formatNumber(max_points) })}
      </Text>
    </>
  )
}
