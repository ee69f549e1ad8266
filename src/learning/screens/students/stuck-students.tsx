import { Group, Stack, Text } from '@mantine/core'
import { IconMoodSmile } from '@tabler/icons-react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SearchField, useDebouncedSearch } from '../search-field.tsx'
import { TextLink } from '../text-link.tsx'
import { StudentName } from '../student-name.tsx'

type Row = ApiReply<typeof contract.listStuckStudents>['data'][number]

/** Students who have not opened an unfinished course for two weeks. */
export function StuckStudents() {
  const { t } = useTranslation('learning')
  const { typed, setTyped, search } = useDebouncedSearch()
  const list = useApiPages(contract.listStuckStudents, { limit: 50, ...(search && { search }) })
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('students.stuckText')}</Text>
      <Group>
        <SearchField searchText={typed} setSearchText={setTyped} />
      </Group>
      <DataTable
        label={t('students.stuck')}
        rows={list.rows?.map((row) => ({ ...row, key: `${row.course_id}/${row.student_id}` }))}
        rowKey="key"
        pages={list}
        empty={<NobodyStuck searched={search !== ''} />}
        columns={[
          { key: 'name', title: t('students.name'), render: (row) => <Name row={row} /> },
          {
            key: 'course_name',
            title: t('students.course'),
            wide: true,
            render: (row) => <CourseLink row={row} />,
          },
          {
            key: 'last_opened_at',
            title: t('students.lastOpened'),
            width: 150,
            render: (row) => <LastOpened row={row} />,
          },
        ]}
      />
    </Stack>
  )
}

function LastOpened({ row: { last_opened_at } }: { row: Row }) {
  const { t } = useTranslation('learning')
  return last_opened_at ? (
    <Time at={last_opened_at} style="date" />
  ) : (
    <Text c="dimmed">{t('students.never')}</Text>
  )
}

function NobodyStuck({ searched }: { searched: boolean }) {
  const { t } = useTranslation('learning')
  if (searched) return <EmptyState title={t('students.noneFound')} text={t('students.noneFoundText')} />
  return (
    <EmptyState
      icon={<IconMoodSmile size={32} />}
      title={t('students.noneStuck')}
      text={t('students.noneStuckText')}
    />
  )
}

const CourseLink = ({ row }: { row: Row }) => (
  <TextLink to={`/manage/courses/${row.course_id}/students`}>{row.course_name}</TextLink>
)

/** A phone has no room for a column of courses. */
function Name({ row }: { row: Row }) {
  return (
    <>
      <StudentName student={row} />
      <Text size="sm" mt={4} hiddenFrom="sm" component="div">
        <CourseLink row={row} />
      </Text>
    </>
  )
}
