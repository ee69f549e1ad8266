import { Group, Stack } from '@mantine/core'
import { IconUserMinus, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { peopleListContracts, type PeopleListName } from './people-lists.ts'
import { PersonName } from './person-name.tsx'
import { useAssignPeople } from './use-assign-people.ts'

const AddPeopleDialog = lazy(() => import('./add-people-dialog.tsx'))

export const handle: ScreenHandle = { namespaces: ['faculties'] }

/** Students and staff of a faculty; people are added and removed in bulk. */
export default function FacultyPeople() {
  const { t } = useTranslation('faculties')
  const { faculty_id = '' } = useParams()
  const faculties = useApiQuery(contract.listFaculties, { limit: 100 })
  const [tab, setTab] = useQueryParam('tab')
  const [adding, setAdding] = useState(false)
  const list: PeopleListName = tab === 'teachers' || tab === 'admins' ? tab : 'students'
  const faculty = faculties.data?.data.find(({ id }) => id === faculty_id)
  if (faculties.error) return <ErrorState error={faculties.error} onRetry={faculties.refetch} />
  if (!faculties.data) return <ListSkeleton rows={6} />
  if (!faculty)
    return (
      <EmptyState
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to="/manage/faculties">{t('title')}</LinkButton>}
      />
    )
  const tabs = (Object.keys(peopleListContracts) as PeopleListName[]).map((value) => ({
    value,
    label: t(`lists.${value}`),
    content: <Members key={value} list={value} faculty_id={faculty_id} onAdd={() => setAdding(true)} />,
  }))
  return (
    <Stack gap="lg">
      <PageHeading
        title={faculty.name}
        text={t('peopleText')}
        actions={
          <>
            <LinkButton to="/manage/faculties" variant="default">
              {t('back')}
            </LinkButton>
            <Button leftSection={<IconUserPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
              {t('addPeople')}
            </Button>
          </>
        }
      />
      <Tabs label={t('peopleOf', { name: faculty.name })} tabs={tabs} value={list} onChange={setTab} />
      {adding && (
        <Suspense>
          <AddPeopleDialog faculty={faculty} list={list} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Stack>
  )
}

function Members({
  list,
  faculty_id,
  onAdd,
}: {
  list: PeopleListName
  faculty_id: string
  onAdd: () => void
}) {
  const { t } = useTranslation('faculties')
  const [selected, setSelected] = useState<string[]>([])
  const members = useApiPages(peopleListContracts[list], { limit: 50, faculty_id })
  const assign = useAssignPeople(() => setSelected([]))
  if (members.error) return <ErrorState error={members.error} onRetry={members.refetch} />
  return (
    <Stack gap="md">
      {selected.length > 0 && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconUserMinus size={20} aria-hidden />}
            loading={assign.isPending}
            onClick={() => assign.mutate({ faculty_id, remove: selected })}
          >
            {t('takeOut', { count: selected.length })}
          </Button>
        </Group>
      )}
      <DataTable
        label={t(`lists.${list}`)}
        rows={members.rows}
        rowKey="id"
        pages={members}
        selection={{ selected, onChange: setSelected, labelOf: (row) => row.name }}
        empty={
          <EmptyState
            icon={<IconUsersGroup size={32} />}
            title={t('nobody')}
            text={t('nobodyText')}
            action={<Button onClick={onAdd}>{t('addPeople')}</Button>}
          />
        }
        columns={[{ key: 'name', title: t('name'), render: (row) => <PersonName person={row} /> }]}
      />
    </Stack>
  )
}
