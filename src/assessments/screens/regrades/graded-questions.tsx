import { Anchor, Badge, Text } from '@mantine/core'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { RegradeDialog } from './regrade-dialog.tsx'

type Question = ApiReply<typeof contract.listGradedQuestions>['data'][number]

interface Props {
  assessment_id: string
  onCreated: (regrade_id: string) => void
}

/** The questions of submitted attempts; those with a corrected key come first. */
export function GradedQuestions({ assessment_id, onCreated }: Props) {
  const { t } = useTranslation('regrades')
  const list = useApiPages(contract.listGradedQuestions, { id: assessment_id, limit: 100 })
  const [chosen, setChosen] = useState<Question | null>(null)
  const rows = list.rows?.toSorted(
    (a, b) => b.outdated_count - a.outdated_count || a.name.localeCompare(b.name),
  )
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <>
      <DataTable
        label={t('questions')}
        rows={rows}
        rowKey="question_id"
        pages={list}
        empty={<EmptyState icon={<IconClipboardCheck size={40} />} title={t('none')} text={t('noneText')} />}
        columns={[
          { key: 'name', title: t('question'), render: (question) => <NameCell question={question} /> },
          {
            key: 'answer_count',
            title: t('answers'),
            width: 120,
            align: 'right',
            wide: true,
            render: ({ answer_count }) => formatNumber(answer_count),
          },
          {
            key: 'question_id',
            title: <span className="ly-hidden">{t('regrade')}</span>,
            width: 140,
            align: 'right',
            render: (question) => (
              <Button
                size="sm"
                variant={question.outdated_count > 0 ? 'filled' : 'default'}
                aria-label={t('open', { name: question.name })}
                onClick={() => setChosen(question)}
              >
                {t('regrade')}
              </Button>
            ),
          },
        ]}
      />
      {chosen && (
        <RegradeDialog
          assessment_id={assessment_id}
          question={chosen}
          onClose={() => setChosen(null)}
          onCreated={onCreated}
        />
      )}
    </>
  )
}

function NameCell({ question }: { question: Question }) {
  const { t } = useTranslation('regrades')
  const { bank_id, question_id, name, outdated_count } = question
  const to = `/manage/question-banks/${bank_id}/questions/${question_id}`
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor dir="auto" renderRoot={(props: object) => <Link to={to} prefetch="intent" {...props} />}>
        {name}
      </Anchor>
      {outdated_count > 0 && (
        <Text size="sm" component="div">
          <Badge color="warning" variant="light" tt="none">
            {t('outdated', { number: formatNumber(outdated_count) })}
          </Badge>
        </Text>
      )}
    </div>
  )
}
