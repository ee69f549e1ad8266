import { Anchor, Badge, Text } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AssessmentActions } from './assessment-actions.tsx'

export type Assessment = ApiReply<typeof contract.listAssessments>['data'][number]

interface Props {
  filters: { q?: string; kind?: Assessment['kind']; state?: 'draft' | 'published' }
  onCreate: () => void
  onCopy: (assessment: Assessment) => void
}

export function AssessmentsTable({ filters, onCreate, onCopy }: Props) {
  const { t } = useTranslation('assessment-editor')
  const list = useApiPages(contract.listAssessments, { limit: 50, ...filters })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const isFiltered = Object.keys(filters).length > 0
  return (
    <DataTable
      label={t('title')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={<NoAssessments isFiltered={isFiltered} onCreate={onCreate} />}
      columns={[
        { key: 'name', title: t('name'), render: (assessment) => <NameCell assessment={assessment} /> },
        {
          key: 'is_published',
          title: t('state'),
          width: 200,
          wide: true,
          render: (assessment) => <StateBadge {...assessment} />,
        },
        {
          key: 'updated_at',
          title: t('updated'),
          width: 190,
          wide: true,
          render: ({ updated_at }) => <Time at={updated_at} />,
        },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('actions')}</span>,
          width: 110,
          align: 'right',
          render: (assessment) => (
            <AssessmentActions assessment={assessment} onCopy={() => onCopy(assessment)} />
          ),
        },
        {
          key: 'results',
          title: t('results'),
          width: 190,
          render: (assessment) => <ResultsLink assessment={assessment} />,
        },
      ]}
    />
  )
}

function NoAssessments({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  const { t } = useTranslation('assessment-editor')
  return (
    <EmptyState
      icon={<IconClipboardList size={40} />}
      title={t(isFiltered ? 'noneFound' : 'none')}
      text={t(isFiltered ? 'noneFoundText' : 'noneText')}
      {...(!isFiltered && { action: <Button onClick={onCreate}>{t('create.open')}</Button> })}
    />
  )
}

function ResultsLink({ assessment: { id, name } }: { assessment: Assessment }) {
  const { t } = useTranslation('assessment-editor')
  return (
    <Anchor
      aria-label={`${t('results')}: ${name}`}
      renderRoot={(props: object) => (
        <Link to={`/manage/assessments/${id}/results`} prefetch="intent" {...props} />
      )}
    >
      {t('results')}
    </Anchor>
  )
}

function NameCell({ assessment }: { assessment: Assessment }) {
  const { t } = useTranslation('assessment-editor')
  const { id, name, kind, course_name } = assessment
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        fw={600}
        dir="auto"
        renderRoot={(props: object) => <Link to={`/manage/assessments/${id}`} prefetch="intent" {...props} />}
      >
        {name}
      </Anchor>
      <Text size="sm" c="dimmed">
        {t(`kinds.${kind}`)} · <bdi>{course_name ?? t('wholeSchool')}</bdi>
      </Text>
    </div>
  )
}

/** Whether students see an assessment, and whether they see it as it is. */
export function StateBadge({
  is_published,
  has_unpublished_changes,
}: Pick<Assessment, 'is_published' | 'has_unpublished_changes'>) {
  const { t } = useTranslation('assessment-editor')
  const state = !is_published ? 'draft' : has_unpublished_changes ? 'changed' : 'published'
  const color = { draft: 'gray', changed: 'warning', published: 'success' }[state]
  return (
    <Badge color={color} variant="light" tt="none">
      {t(`states.${state}`)}
    </Badge>
  )
}
