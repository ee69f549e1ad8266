import { Stack } from '@mantine/core'
import { useParams } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { GradedQuestions } from './graded-questions.tsx'
import { RegradeHistory } from './regrade-history.tsx'
import { RegradePreview } from './regrade-preview.tsx'

export const handle: ScreenHandle = { namespaces: ['assessment-editor', 'regrades'] }

/** Regrades questions of an assessment whose key was wrong. The parameter `regrade` names the one that is shown. */
export default function Regrades() {
  const { t } = useTranslation(['regrades', 'assessment-editor'])
  const { assessment_id = '' } = useParams()
  const [regrade_id, setRegrade] = useQueryParam('regrade')
  const assessment = useApiQuery(contract.getAssessment, { id: assessment_id })
  if (assessment.error)
    return <ErrorState error={assessment.error} onRetry={() => void assessment.refetch()} />
  const list = { label: t('assessment-editor:title'), to: '/manage/assessments' }
  const own = { label: assessment.data?.name ?? '…', to: `/manage/assessments/${assessment_id}` }
  return (
    <Stack gap="lg">
      <PageHeading title={t('title')} text={t('text')} crumbs={[list, own]} section={regrade_id ?? 'list'} />
      {regrade_id ? (
        <RegradePreview regrade_id={regrade_id} onClose={() => setRegrade(null)} />
      ) : (
        <>
          <GradedQuestions assessment_id={assessment_id} onCreated={setRegrade} />
          <RegradeHistory assessment_id={assessment_id} onOpen={setRegrade} />
        </>
      )}
    </Stack>
  )
}
