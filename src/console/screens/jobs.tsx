import { Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconRefresh, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { JobsTable } from './jobs-table.tsx'
import { SearchField } from './search-field.tsx'

const DeleteJobsDialog = lazy(() => import('./delete-jobs-dialog.tsx'))

export type ParkedJob = ApiReply<typeof contract.listParkedJobs>['data'][number]

/** Jobs that failed as often as allowed. */
export default function Jobs() {
  const { t } = useTranslation('console')
  const [task, setTask] = useQueryParam('task')
  const [school_id, setSchool] = useQueryParam('school_id')
  const [chosen, setChosen] = useState<string[]>([])
  const [deleting, setDeleting] = useState<number[] | null>(null)
  const jobs = useApiPages(contract.listParkedJobs, {
    limit: 50,
    ...(task && { task }),
    ...(school_id && { school_id }),
  })
  // Jobs that were retried or deleted meanwhile are deselected.
  const ids = (jobs.rows ?? []).filter((job) => chosen.includes(String(job.id))).map((job) => job.id)
  const retry = useRetry(() => setChosen([]))
  return (
    <Stack gap="lg">
      <PageHeading title={t('jobs.title')} text={t('jobs.text')} />
      <Group gap="md">
        <SearchField label={t('jobs.task')} value={task} onChange={setTask} />
        {school_id && (
          <Button variant="light" onClick={() => setSchool(null)}>
            {t('jobs.allSchools')}
          </Button>
        )}
      </Group>
      {ids.length > 0 && (
        <Group gap="sm" role="group" aria-label={t('jobs.chosen', { count: ids.length })}>
          <Text fw={600}>{t('jobs.chosen', { count: ids.length })}</Text>
          <Button
            leftSection={<IconRefresh size={18} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ ids: ids.slice(0, 100) })}
          >
            {t('jobs.retryMany')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => setDeleting(ids.slice(0, 100))}
          >
            {t('jobs.deleteMany')}
          </Button>
        </Group>
      )}
      {jobs.error ? (
        <ErrorState error={jobs.error} onRetry={jobs.refetch} />
      ) : (
        <JobsTable
          jobs={jobs}
          chosen={chosen}
          onChoose={setChosen}
          onRetry={(id) => retry.mutate({ ids: [id] })}
          onDelete={(id) => setDeleting([id])}
          empty={
            <EmptyState
              icon={<IconCircleCheck size={32} />}
              title={t('jobs.none')}
              text={t('jobs.noneText')}
            />
          }
        />
      )}
      {deleting && (
        <Suspense>
          <DeleteJobsDialog ids={deleting} onClose={() => setDeleting(null)} />
        </Suspense>
      )}
    </Stack>
  )
}

function useRetry(onDone: () => void) {
  const { t } = useTranslation('console')
  const { errorText } = useErrorText()
  return useApiMutation(contract.retryParkedJobs, {
    invalidates: [contract.listParkedJobs],
    onSuccess({ count }) {
      toast(t('jobs.retried', { count }))
      onDone()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
}
