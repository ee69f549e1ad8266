import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { StateBadge } from '../list/assessments-table.tsx'
import { AssessmentForm } from './assessment-form.tsx'

export const handle: ScreenHandle = { namespaces: ['assessment-editor', 'question-banks', 'marking'] }

/** Editor of the draft of an assessment. */
export default function AssessmentEditor() {
  const { t } = useTranslation('assessment-editor')
  const { assessment_id = '' } = useParams()
  const assessment = useApiQuery(contract.getAssessment, { id: assessment_id })
  // Increases when the form is filled with the saved values again.
  const [round, setRound] = useState(0)
  if (assessment.error)
    return <ErrorState error={assessment.error} onRetry={() => void assessment.refetch()} />
  // A cached draft may be older than what others saved since.
  const loaded = assessment.isFetchedAfterMount ? assessment.data : undefined
  return (
    <Stack gap="lg">
      <PageHeading
        title={loaded?.name ?? '…'}
        isLoading={!loaded}
        {...(loaded && {
          text: (
            <>
              {t(`kinds.${loaded.kind}`)} · <bdi>{loaded.course_name ?? t('wholeSchool')}</bdi>{' '}
              <StateBadge {...loaded} />
            </>
          ),
        })}
        crumbs={[{ label: t('title'), to: '/manage/assessments' }]}
        actions={
          <>
            {loaded?.revision != null && (
              <LinkButton variant="default" to={`/manage/assessments/${assessment_id}/regrades`}>
                {t('regrade')}
              </LinkButton>
            )}
            <ResultsButton assessment_id={assessment_id} />
          </>
        }
      />
      {loaded ? (
        <AssessmentForm
          key={`${assessment_id} ${round}`}
          assessment={loaded}
          onReload={async () => {
            await assessment.refetch()
            setRound((current) => current + 1)
          }}
        />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Stack>
  )
}

function ResultsButton({ assessment_id }: { assessment_id: string }) {
  const { t } = useTranslation('assessment-editor')
  return (
    <LinkButton variant="default" to={`/manage/assessments/${assessment_id}/results`}>
      {t('results')}
    </LinkButton>
  )
}
