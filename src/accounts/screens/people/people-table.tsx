import { Badge, Box, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Avatar } from '#ui/components/avatar.tsx'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useRoleName } from '#ui/components/formatting/use-role-name.ts'
import { SearchInput } from '#ui/form/fields/search-input.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { PersonActions } from './person-actions.tsx'

export type Person = ApiReply<typeof contract.listTeachers>['data'][number]

/** Filters the list by faculty. */
export type FacultyFilterSlot = ComponentType<{
  label: string
  value: string | null
  onChange: (faculty_id: string | null) => void
}>

interface ListProps {
  list: 'teachers' | 'admins'
  onInvite: () => void
}

interface Props extends ListProps {
  FacultyFilter: FacultyFilterSlot
}

/** The typed search, at first that of the address, and the one to send. */
function useSearchText() {
  const [requested] = useQueryParam('search')
  const [searchText, setSearchText] = useState(requested ?? '')
  const [search] = useDebouncedValue(searchText.trim(), 250)
  return { searchText, setSearchText, search }
}

const contracts = { teachers: contract.listTeachers, admins: contract.listAdmins }
const statuses = ['all', 'active', 'awaiting_acceptance', 'suspended'] as const
const tones = { active: 'success', awaiting_acceptance: 'warning', suspended: 'error' } as const

/** The status in the address; an unknown one counts as none. */
function useStatusFilter() {
  const [chosen, setChosen] = useQueryParam('status')
  const status = statuses.find((one) => one === chosen) ?? 'all'
  return [status, (value: string) => setChosen(value === 'all' ? null : value)] as const
}

export function PeopleTable({ list, onInvite, FacultyFilter }: Props) {
  const { t } = useTranslation('people')
  const { searchText, setSearchText, search } = useSearchText()
  const [status, setStatus] = useStatusFilter()
  const [faculty_id, setFaculty] = useQueryParam('faculty_id')
  const people = useApiPages(contracts[list], {
    limit: 50,
    ...(faculty_id && { faculty_id }),
    ...(search && { search }),
    ...(status !== 'all' && { status }),
  })
  if (people.error) return <ErrorState error={people.error} onRetry={people.refetch} />
  const shown = list === 'teachers' ? statuses : statuses.filter((one) => one !== 'awaiting_acceptance')
  return (
    <Stack gap="md">
      <Group gap="md">
        <SearchInput
          label={t('people.search')}
          hasPlaceholderLabel
          value={searchText}
          onChange={setSearchText}
          maxLength={120}
          flex="1 1 14rem"
        />
        <SegmentedControl
          aria-label={t('people.status')}
          value={status}
          onChange={setStatus}
          data={shown.map((value) => ({ value, label: t(`people.only_${value}`) }))}
          style={{ maxWidth: '100%', overflowX: 'auto' }}
        />
        <FacultyFilter label={t('people.faculty')} value={faculty_id} onChange={setFaculty} />
      </Group>
      <Rows
        people={people}
        list={list}
        isSearched={search !== '' || status !== 'all' || Boolean(faculty_id)}
        onInvite={onInvite}
      />
    </Stack>
  )
}

interface RowsProps extends ListProps {
  people: ReturnType<typeof useApiPages<typeof contract.listTeachers>>
  isSearched: boolean
}

function Rows({ people, list, isSearched, onInvite }: RowsProps) {
  const { t } = useTranslation(['people', 'accounts'])
  const isPhone = useMediaQuery('(max-width: 47.99em)')
  const empty = isSearched ? (
    <EmptyState title={t('people.nobodyFound')} text={t('people.nobodyFoundText')} />
  ) : (
    <EmptyState
      icon={<IconUsersGroup size={32} />}
      title={t('people.nobody')}
      text={t('people.nobodyText')}
      action={<Button onClick={onInvite}>{t('invite.open')}</Button>}
    />
  )
  return (
    <DataTable
      label={t(`people.${list}`)}
      rows={people.rows}
      rowKey="id"
      pages={people}
      empty={empty}
      columns={[
        { key: 'name', title: t('accounts:fields.name'), render: (person) => <Name person={person} /> },
        {
          key: 'status',
          title: t('people.status'),
          width: 150,
          wide: true,
          render: (person) => <Status person={person} />,
        },
        {
          key: 'last_seen_at',
          title: t('people.lastSeen'),
          width: 150,
          wide: true,
          render: ({ last_seen_at }) =>
            last_seen_at ? (
              <Time at={last_seen_at} style="relative" />
            ) : (
              <Text c="dimmed">{t('people.never')}</Text>
            ),
        },
        {
          key: 'can',
          title: <span className="ly-hidden">{t('people.actions')}</span>,
          width: isPhone ? 72 : 220,
          align: 'right',
          render: (person) => <PersonActions person={person} />,
        },
      ]}
    />
  )
}

function Name({ person }: { person: Person }) {
  const roleName = useRoleName()
  return (
    <Group wrap="nowrap" gap="sm">
      <Avatar name={person.name} src={person.avatar_url} size={40} />
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600}>{person.name}</Text>
          {person.user_type === 'account_user' && <Badge variant="light">{roleName(person.user_type)}</Badge>}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {[person.email, person.user_code].filter(Boolean).join(' · ')}
        </Text>
        {person.user_faculties.length > 0 && (
          <Text size="sm" c="dimmed">
            {person.user_faculties.map((faculty) => faculty.name).join(', ')}
          </Text>
        )}
        <Box hiddenFrom="sm" mt={6}>
          <Status person={person} />
        </Box>
      </div>
    </Group>
  )
}

function Status({ person }: { person: Person }) {
  const { t } = useTranslation('people')
  return (
    <Badge variant="light" color={tones[person.status]}>
      {t(`people.status_${person.status}`)}
    </Badge>
  )
}
