import { Paper, Stack } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiReply } from '#platform/client/api/client.ts'
import { downloadList } from '#tenancy/client/download-list.ts'
import { queryKey, useApiMutation, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { DownloadListButton } from '#ui/components/download-list-button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { FacultyRow, type Faculty } from './faculty-row.tsx'
import { UnmatchedDepartments } from './unmatched-departments.tsx'
import { NameForm } from './name-form.tsx'

export const handle: ScreenHandle = { namespaces: ['faculties'] }

/** The maximum of a school, so one page contains all. */
const all = { limit: 100 }

type Listed = ApiReply<typeof contract.listFaculties>

/** The faculties of a school in order, with their departments, courses and people. */
export default function Faculties() {
  const { t } = useTranslation('faculties')
  const client = useQueryClient()
  const { query, faculties, reorder } = useFaculties()
  const { data, error, refetch } = query
  return (
    <>
      <PageHeading title={t('title')} text={t('text')} />
      <Stack gap="lg" maw={820}>
        <NameForm
          contract={contract.createFaculty}
          input={(name) => ({ name })}
          label={t('newName')}
          action={t('add')}
          onDone={async (name) => {
            toast(t('added', { name }))
            await client.invalidateQueries({ queryKey: queryKey(contract.listFaculties) })
          }}
        />
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!error && !data && <ListSkeleton rows={4} />}
        {data && faculties.length === 0 && (
          <EmptyState icon={<IconBuildingBank size={40} />} title={t('empty.title')} text={t('empty.text')} />
        )}
        {faculties.length > 0 && (
          <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'lg' }}>
            <SortableList
              items={faculties}
              itemKey="id"
              label={({ name }) => name}
              onReorder={reorder}
              renderItem={(faculty) => <FacultyRow faculty={faculty} all={faculties} />}
            />
          </Paper>
        )}
        {faculties.length > 0 && <BelowList faculties={faculties} />}
      </Stack>
    </>
  )
}

function BelowList({ faculties }: { faculties: Faculty[] }) {
  return (
    <>
      <div>
        <DownloadListButton download={() => downloadList(contract.listFaculties, {})} />
      </div>
      <UnmatchedDepartments faculties={faculties} />
    </>
  )
}

function useFaculties() {
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const query = useApiQuery(contract.listFaculties, all)
  const show = (data: Faculty[]) =>
    client.setQueryData<Listed>(queryKey(contract.listFaculties, all), { data, next_cursor: null })
  const faculties = query.data?.data ?? []
  const order = useApiMutation(contract.reorderFaculties, {
    invalidates: [contract.listFaculties],
    optimistic({ ids }) {
      const position = new Map(ids.map((id, index) => [id, index]))
      show(faculties.toSorted((one, other) => (position.get(one.id) ?? 0) - (position.get(other.id) ?? 0)))
      return () => show(faculties)
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  return {
    query,
    faculties,
    reorder: (shown: Faculty[]) => order.mutate({ ids: shown.map(({ id }) => id) }),
  }
}
