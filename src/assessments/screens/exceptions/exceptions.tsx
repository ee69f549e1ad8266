import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { AccommodationDialog } from './accommodation-dialog.tsx'
import { AccommodationList, type Accommodation } from './accommodation-list.tsx'
import { ExceptionDialog } from './exception-dialog.tsx'
import { ExceptionList, type Exception } from './exception-list.tsx'

export const handle: ScreenHandle = { namespaces: ['exceptions', 'assessment-editor'] }

type Opened =
  | { kind: 'exception'; of: Exception | null }
  | { kind: 'accommodation'; of: Accommodation | null }
  | null

/** More time and attempts of single students: in this assessment, and in all assessments of its course. */
export default function Exceptions() {
  const { t } = useTranslation(['exceptions', 'assessment-editor'])
  const { assessment_id = '' } = useParams()
  const [opened, setOpened] = useState<Opened>(null)
  const { data, error, refetch } = useApiQuery(contract.getAssessment, { id: assessment_id })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  const crumbs = [
    { label: t('assessment-editor:title'), to: '/manage/assessments' },
    { label: data?.name ?? '…', to: `/manage/assessments/${assessment_id}` },
  ]
  return (
    <Stack gap="xl">
      <PageHeading title={t('title')} text={t('text')} crumbs={crumbs} />
      {data ? (
        <>
          <ExceptionList
            assessment_id={assessment_id}
            onOpen={(of) => setOpened({ kind: 'exception', of })}
          />
          {data.course_id && (
            <AccommodationList
              course_id={data.course_id}
              course_name={data.course_name ?? ''}
              onOpen={(of) => setOpened({ kind: 'accommodation', of })}
            />
          )}
        </>
      ) : (
        <ListSkeleton rows={4} />
      )}
      {opened?.kind === 'exception' && (
        <ExceptionDialog
          assessment_id={assessment_id}
          exception={opened.of}
          onClose={() => setOpened(null)}
        />
      )}
      {opened?.kind === 'accommodation' && data?.course_id && (
        <AccommodationDialog
          course_id={data.course_id}
          accommodation={opened.of}
          onClose={() => setOpened(null)}
        />
      )}
    </Stack>
  )
}
