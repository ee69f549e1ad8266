import { Group, SegmentedControl, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Faculty } from './faculty-row.tsx'
import { PeopleListForm } from './people-list-form.tsx'
import { peopleListContracts, type PeopleListName } from './people-lists.ts'
import { PersonName } from './person-name.tsx'
import { useAssignPeople } from './use-assign-people.ts'

/** Maximum number per request. */
const maxAtOnce = 500

interface Props {
  faculty: Faculty
  list: PeopleListName
  onClose: () => void
}

/** Adds people of the school: selected ones, or all of a list. */
export default function AddPeopleDialog({ faculty, list, onClose }: Props) {
  const { t } = useTranslation('faculties')
  const [way, setWay] = useState('choose')
  return (
    <Modal opened onClose={onClose} size="lg" title={t('addTitle', { name: faculty.name })}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('addPeople')}
          value={way}
          onChange={setWay}
          data={[
            { value: 'choose', label: t('choose') },
            { value: 'list', label: t('list.open') },
          ]}
        />
        {way === 'list' ? (
          <PeopleListForm faculty_id={faculty.id} onClose={onClose} />
        ) : (
          <ChoosePeople faculty={faculty} list={list} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  )
}

/** Search by name or e-mail address. */
function ChoosePeople({ faculty, list, onClose }: Props) {
  const { t } = useTranslation('faculties')
  const { t: shared } = useTranslation('ui')
  const [searchText, setSearchText] = useState('')
  const [search] = useDebouncedValue(searchText.trim(), 250)
  const [selected, setSelected] = useState<string[]>([])
  const found = useApiPages(peopleListContracts[list], { limit: 50, ...(search && { search }) })
  const assign = useAssignPeople(onClose)
  return (
    <Stack gap="md">
      <SearchInput
        label={t('search')}
        value={searchText}
        onChange={setSearchText}
        maxLength={120}
        data-autofocus
      />
      {found.error ? (
        <ErrorState error={found.error} onRetry={found.refetch} />
      ) : (
        <DataTable
          label={t(`lists.${list}`)}
          rows={found.rows}
          rowKey="id"
          pages={{ ...found, download: undefined }}
          selection={{ selected, onChange: setSelected, labelOf: (row) => row.name }}
          empty={<EmptyState order={3} title={t('noneFound')} text={t('noneFoundText')} />}
          columns={[{ key: 'name', title: t('name'), render: (row) => <PersonName person={row} /> }]}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {shared('actions.cancel')}
        </Button>
        <Button
          disabled={selected.length === 0}
          loading={assign.isPending}
          onClick={() => assign.mutate({ faculty_id: faculty.id, add: selected.slice(0, maxAtOnce) })}
        >
          {t('bringIn', { count: selected.length })}
        </Button>
      </Group>
    </Stack>
  )
}
