import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useApiQuery } from '#tenancy/client/queries.ts'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SetupForm } from './setup-form.tsx'

export const handle: ScreenHandle = { namespaces: ['gradebook'] }

/** Categories, items and scale of a gradebook. */
export default function GradebookSetup() {
  const { t } = useTranslation('gradebook')
  const { course_id = '' } = useParams()
  const book = useApiQuery(contract.getGradebook, { course_id }, { staleTime: 0 })
  // Increases when the form is filled with the saved values again.
  const [round, setRound] = useState(0)
  if (book.error) return <ErrorState error={book.error} onRetry={book.refetch} />
  // A cached setup may be older than what others saved since.
  const loaded = book.isFetchedAfterMount ? book.data : undefined
  return (
    <Stack gap="lg" maw={860}>
      <Title order={2} size="h3">
        {t('setup.title')}
      </Title>
      {loaded ? (
        <SetupForm
          key={`${course_id} ${round}`}
          book={loaded}
          onReload={async () => {
            await book.refetch()
            setRound((current) => current + 1)
          }}
        />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Stack>
  )
}
