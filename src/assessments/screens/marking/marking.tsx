import { Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AnswerBrowser } from './answer-browser.tsx'
import { MarkingToolbar } from './marking-toolbar.tsx'
import type { Overview } from './answer-positions.ts'
import { useAnswerInAddress } from './use-position.ts'

export const handle: ScreenHandle = { namespaces: ['marking', 'questions'] }

const refreshMs = 60_000

/** Answers of an assessment and their marks, question by question or student by student. */
export default function Marking() {
  const { t } = useTranslation('marking')
  const { assessment_id = '' } = useParams()
  const overview = useApiQuery(
    contract.getMarkingOverview,
    { id: assessment_id },
    { refetchInterval: refreshMs },
  )
  if (overview.error && !overview.data)
    return <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
  return (
    <Stack gap="md">
      <PageHeading
        title={overview.data ? t('marking.title', { name: overview.data.name }) : '…'}
        isLoading={!overview.data}
        crumbs={[
          { label: t('crumbs.assessments'), to: '/manage/assessments' },
          { label: t('results.short'), to: `/manage/assessments/${assessment_id}/results` },
        ]}
      />
      {overview.data ? <OpenMarking overview={overview.data} /> : <ListSkeleton rows={6} />}
    </Stack>
  )
}

function OpenMarking({ overview }: { overview: Overview }) {
  const { t } = useTranslation('marking')
  const [by] = useQueryParam('by')
  const [show] = useQueryParam('show')
  const [question] = useQueryParam('question')
  const [position] = useAnswerInAddress()
  const { id, answer_count, questions } = overview
  if (answer_count === 0)
    return (
      <EmptyState
        icon={<IconChecks size={40} />}
        title={t('marking.noAnswers')}
        text={t('marking.noAnswersText')}
        action={<LinkButton to={`/manage/assessments/${id}/results`}>{t('results.short')}</LinkButton>}
      />
    )
  const isByStudent = by === 'student'
  const chosen = questions.find(({ question_id }) => question_id === question) ?? questions[0]!
  const scope = {
    question_id: isByStudent ? null : chosen.question_id,
    isPendingOnly: show !== 'all',
  }
  return (
    <>
      <MarkingToolbar overview={overview} scope={scope} question={chosen} />
      {overview.is_anonymous && (
        <Text size="sm" c="dimmed">
          {t('marking.anonymous')}
        </Text>
      )}
      <AnswerBrowser
        key={`${id} ${scope.question_id} ${scope.isPendingOnly}`}
        overview={overview}
        scope={scope}
        start={position}
      />
    </>
  )
}
