import { Anchor, Badge, Box, Group, Text } from '@mantine/core'
import { IconHelpHexagon } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable, type Column } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { difficulties } from './question-filters.tsx'

export type Question = ApiReply<typeof contract.listQuestions>['data'][number]

interface Props {
  bank_id: string
  filters: { q?: string; type?: Question['type']; tag?: string; difficulty?: number }
  selected: readonly string[]
  onSelect: (ids: string[]) => void
}

export function QuestionsTable({ bank_id, filters, selected, onSelect }: Props) {
  const { t } = useTranslation('question-banks')
  const list = useApiPages(contract.listQuestions, { bank_id, limit: 50, ...filters })
  const columns = useColumns()
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const isFiltered = Object.keys(filters).length > 0
  return (
    <DataTable
      label={t('questions')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      selection={{ selected, onChange: onSelect, labelOf: ({ name }) => name }}
      empty={
        <EmptyState
          icon={<IconHelpHexagon size={40} />}
          title={t(isFiltered ? 'noQuestionsFound' : 'noQuestions')}
          text={t(isFiltered ? 'noneFoundText' : 'noQuestionsText')}
        />
      }
      columns={columns}
    />
  )
}

function useColumns(): Column<Question>[] {
  const { t } = useTranslation('question-banks')
  return [
    { key: 'name', title: t('question'), render: (question) => <NameCell question={question} /> },
    {
      key: 'type',
      title: t('type'),
      width: 170,
      wide: true,
      render: ({ type }) => t(`types.${type}`),
    },
    {
      key: 'difficulty',
      title: t('difficulty'),
      width: 130,
      wide: true,
      render: (question) => <Difficulty question={question} />,
    },
    {
      key: 'updated_at',
      title: t('updated'),
      width: 190,
      wide: true,
      render: ({ updated_at }) => <Time at={updated_at} />,
    },
  ]
}

function NameCell({ question }: { question: Question }) {
  const { t } = useTranslation('question-banks')
  return (
    <div style={{ overflowWrap: 'anywhere' }}>
      <Anchor
        fw={600}
        lineClamp={3}
        dir="auto"
        renderRoot={(props: object) => (
          <Link
            to={`/manage/question-banks/${question.bank_id}/questions/${question.id}`}
            prefetch="intent"
            {...props}
          />
        )}
      >
        {question.name}
      </Anchor>
      <Box hiddenFrom="sm">
        <Text size="sm" c="dimmed">
          {t(`types.${question.type}`)}
        </Text>
        <Difficulty question={question} />
      </Box>
      {question.tags.length > 0 && (
        <Group gap={6} mt={4}>
          {question.tags.map((tag) => (
            <Badge key={tag} variant="light" tt="none" maw="100%">
              {tag}
            </Badge>
          ))}
        </Group>
      )}
    </div>
  )
}

function Difficulty({ question: { difficulty } }: { question: Question }) {
  const { t } = useTranslation('question-banks')
  const level = difficulties.find((one) => Number(one) === difficulty)
  return level ? <Text size="sm">{t(`level_${level}`)}</Text> : null
}
