import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { FormSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { Rules } from '../rules/rules.tsx'
import { TemplateForm } from './template-form.tsx'

export const handle: ScreenHandle = { namespaces: ['certificate-designer', 'manage-certificates'] }

/** Editor of a template: its design, texts and settings. */
export default function TemplateEditor() {
  const { t } = useTranslation('manage-certificates')
  const { template_id = '' } = useParams()
  const template = useApiQuery(contract.getSchoolCertificate, { id: template_id })
  // Increases when the form is filled with the saved values again.
  const [round, setRound] = useState(0)
  if (template.error) return <ErrorState error={template.error} onRetry={() => void template.refetch()} />
  // A cached template may be older than what others saved since.
  const loaded = template.isFetchedAfterMount ? template.data : undefined
  return (
    <Stack gap="lg">
      <PageHeading
        title={loaded?.name ?? '…'}
        isLoading={!loaded}
        {...(loaded && { text: <bdi>{loaded.course_title ?? t('anyCourse')}</bdi> })}
        crumbs={[{ label: t('title'), to: '/manage/certificates' }]}
      />
      {loaded ? (
        <>
          <TemplateForm
            key={`${template_id} ${round}`}
            template={loaded}
            onReload={async () => {
              await template.refetch()
              setRound((current) => current + 1)
            }}
          />
          <Rules template={loaded} />
        </>
      ) : (
        <FormSkeleton fields={6} />
      )}
    </Stack>
  )
}
