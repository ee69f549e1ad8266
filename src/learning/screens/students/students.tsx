import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconUpload, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { listStudents } from '#accounts/contract.ts'
import { listFaculties } from '#faculties/contract.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useSession } from '#tenancy/client/frame.tsx'
import { useApiPages, useApiQuery } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { LinkButton } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { PageHeading } from '#ui/components/layout/page-heading.tsx'
import { Tabs } from '#ui/components/layout/tabs.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { SearchField, useDebouncedSearch } from '../search-field.tsx'
import { StuckStudents } from './stuck-students.tsx'
import { JoinRequests } from './join-requests.tsx'
import { StudentName } from '../student-name.tsx'

export const handle: ScreenHandle = { namespaces: ['learning'] }

interface Props {
  /** Shown above the list. */
  notice?: ReactNode
}

/** The students of the school, and pending requests in all courses. */
export default function Students({ notice }: Props) {
  const { t } = useTranslation('learning')
  const [status, setStatus] = useQueryParam('status')
  const role = useSession()?.user_type
  const isAdmin = role === 'admin' || role === 'account_user'
  const tabs = [
    { value: 'all', label: t('students.all'), content: <AllStudents /> },
    { value: 'pending', label: t('students.waiting'), content: <JoinRequests /> },
    { value: 'stuck', label: t('students.stuck'), content: <StuckStudents /> },
  ]
  return (
    <Stack gap="lg">
      <PageHeading
        title={t('students.title')}
        text={t('students.text')}
        actions={
          isAdmin && (
            <LinkButton
              to="/manage/students/import"
              variant="default"
              leftSection={<IconUpload size={20} aria-hidden />}
            >
              {t('students.upload')}
            </LinkButton>
          )
        }
      />
      {notice}
      <Tabs
        label={t('students.title')}
        tabs={tabs}
        value={tabs.some(({ value }) => value === status) ? status! : 'all'}
        onChange={(value) => setStatus(value === 'all' ? null : value)}
      />
    </Stack>
  )
}

type Listed = ApiReply<typeof listStudents>['data'][number]

function AllStudents() {
  const { t } = useTranslation('learning')
  const { typed, setTyped, search } = useDebouncedSearch()
  const [faculty_id, setFaculty] = useQueryParam('faculty_id')
  const faculties = useApiQuery(listFaculties, { limit: 100 }, { staleTime: 60_000 }).data?.data ?? []
  const list = useApiPages(listStudents, {
    limit: 50,
    ...(search && { search }),
    ...(faculty_id && { faculty_id }),
  })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const facultyColumn = {
    key: 'user_faculties',
    title: t('students.faculty'),
    wide: true,
    render: (row: Listed) => row.user_faculties.map(({ name }) => name).join(', ') || '–',
  }
  return (
    <Stack gap="md">
      <Group>
        <SearchField searchText={typed} setSearchText={setTyped} />
        {faculties.length > 0 && (
          <SelectField
            label={t('students.faculty')}
            clearable
            value={faculty_id}
            onChange={setFaculty}
            choices={faculties.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Group>
      <DataTable
        label={t('students.all')}
        rows={list.rows}
        rowKey="id"
        pages={list}
        empty={<NoStudents searched={search !== '' || Boolean(faculty_id)} />}
        columns={[
          { key: 'name', title: t('students.name'), render: (row) => <Name row={row} /> },
          ...(faculties.length > 0 ? [facultyColumn] : []),
          {
            key: 'created_at',
            title: t('students.joined'),
            width: 150,
            wide: true,
            render: (row) => <Time at={row.created_at} style="date" />,
          },
          {
            key: 'last_seen_at',
            title: t('students.lastSeen'),
            width: 160,
            wide: true,
            render: (row) =>
              row.last_seen_at ? (
                <Time at={row.last_seen_at} style="relative" />
              ) : (
                <Text c="dimmed">{t('students.never')}</Text>
              ),
          },
        ]}
      />
    </Stack>
  )
}

function Name({ row }: { row: Listed }) {
  const { t } = useTranslation('learning')
  return (
    <Group gap="sm" wrap="nowrap" justify="space-between">
      <StudentName student={{ ...row, student_id: row.id }} />
      {row.status === 'suspended' && (
        <Badge color="error" flex="none">
          {t('students.suspended')}
        </Badge>
      )}
    </Group>
  )
}

function NoStudents({ searched }: { searched: boolean }) {
  const { t } = useTranslation('learning')
  if (searched) return <EmptyState title={t('students.noneFound')} text={t('students.noneFoundText')} />
  return (
    <EmptyState
      icon={<IconUsers size={32} />}
      title={t('students.noneInSchool')}
      text={t('students.noneInSchoolText')}
    />
  )
}
