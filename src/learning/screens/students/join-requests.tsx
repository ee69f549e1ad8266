import { Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconUserCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SearchField, useDebouncedSearch } from '../search-field.tsx'
import { TextLink } from '../text-link.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { StudentName } from '../student-name.tsx'
import { useDecideRequests } from './use-decide-requests.ts'

type Request = ApiReply<typeof contract.listEnrolmentRequests>['data'][number]

/** A student may have requests in several courses, so rows are identified by both ids. */
const keyOf = (row: Request) => `${row.course_id}/${row.student_id}`

/** Requests to join in all courses of the reader, to approve or decline. */
export function JoinRequests() {
  const { t } = useTranslation('learning')
  const { typed, setTyped, search } = useDebouncedSearch()
  const [selected, setSelected] = useState<string[]>([])
  const [declining, setDeclining] = useState<Request[]>([])
  const list = useApiPages(contract.listEnrolmentRequests, { limit: 50, ...(search && { search }) })
  const { decide, isPending } = useDecideRequests()
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  const rows = list.rows?.map((row) => ({ ...row, key: keyOf(row) }))
  const chosen = rows?.filter((row) => selected.includes(row.key)) ?? []
  const approve = (requests: Request[]) => {
    setSelected([])
    void decide(requests, 'approved')
  }
  const decline = (reason: string) => {
    setSelected([])
    setDeclining([])
    void decide(declining, 'declined', { reason })
  }
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <SearchField searchText={typed} setSearchText={setTyped} />
        {chosen.length > 0 && (
          <>
            <Button loading={isPending} onClick={() => approve(chosen)}>
              {t('approve.chosen', { count: chosen.length })}
            </Button>
            <Button variant="default" disabled={isPending} onClick={() => setDeclining(chosen)}>
              {t('decline.chosen', { count: chosen.length })}
            </Button>
          </>
        )}
      </Group>
      <RequestTable
        list={list}
        rows={rows}
        searched={search !== ''}
        selection={{ selected, onChange: setSelected }}
        onApprove={(row) => approve([row])}
        onDecline={(row) => setDeclining([row])}
      />
      <DeclineDialog count={declining.length} onClose={() => setDeclining([])} onDecline={decline} />
    </Stack>
  )
}

interface RequestActions {
  onApprove: (row: Request) => void
  onDecline: (row: Request) => void
}

interface TableProps extends RequestActions {
  list: ReturnType<typeof useApiPages<typeof contract.listEnrolmentRequests>>
  rows: (Request & { key: string })[] | undefined
  searched: boolean
  selection: { selected: string[]; onChange: (keys: string[]) => void }
}

function RequestTable({ list, rows, searched, selection, onApprove, onDecline }: TableProps) {
  const { t } = useTranslation('learning')
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  return (
    <DataTable
      label={t('students.waiting')}
      rows={rows}
      rowKey="key"
      pages={list}
      selection={{ ...selection, labelOf: (row) => `${row.name}, ${row.course_name}` }}
      empty={<NoRequests searched={searched} />}
      columns={[
        { key: 'name', title: t('students.name'), render: (row) => <Waiting row={row} /> },
        {
          key: 'course_name',
          wide: true,
          title: t('students.course'),
          render: (row) => (
            <TextLink to={`/manage/courses/${row.course_id}/students`}>{row.course_name}</TextLink>
          ),
        },
        {
          key: 'created_at',
          title: t('students.asked'),
          width: 150,
          wide: true,
          render: (row) => <Time at={row.created_at} style="relative" />,
        },
        {
          key: 'student_id',
          title: <span className="ly-hidden">{t('students.actions')}</span>,
          width: isPhone ? 116 : 230,
          align: 'right',
          render: (row) => (
            <DecideOne row={row} small={isPhone} onApprove={onApprove} onDecline={onDecline} />
          ),
        },
      ]}
    />
  )
}

function DecideOne({ row, small, onApprove, onDecline }: RequestActions & { row: Request; small: boolean }) {
  const { t } = useTranslation('learning')
  const values = { name: row.name, course: row.course_name }
  const actions = [
    {
      key: 'approve',
      label: t('approve.one', values),
      text: t('approve.button'),
      run: onApprove,
      Icon: IconCheck,
    },
    {
      key: 'decline',
      label: t('decline.one', values),
      text: t('decline.button'),
      run: onDecline,
      Icon: IconX,
    },
  ]
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {actions.map(({ key, label, text, run, Icon }) =>
        small ? (
          <IconButton
            key={key}
            label={label}
            variant={key === 'approve' ? 'light' : 'subtle'}
            {...(key === 'decline' && { color: 'gray' })}
            onClick={() => run(row)}
          >
            <Icon size={20} aria-hidden />
          </IconButton>
        ) : (
          <Button
            key={key}
            size="sm"
            variant={key === 'approve' ? 'light' : 'subtle'}
            aria-label={label}
            onClick={() => run(row)}
          >
            {text}
          </Button>
        ),
      )}
    </Group>
  )
}

/** A phone has no room for a column of courses. */
function Waiting({ row }: { row: Request }) {
  return (
    <>
      <StudentName student={row} />
      <Text size="sm" mt={4} hiddenFrom="sm" component="div">
        <TextLink to={`/manage/courses/${row.course_id}/students`}>{row.course_name}</TextLink>
      </Text>
    </>
  )
}

function NoRequests({ searched }: { searched: boolean }) {
  const { t } = useTranslation('learning')
  if (searched) return <EmptyState title={t('students.noneFound')} text={t('students.noneFoundText')} />
  return (
    <EmptyState
      icon={<IconUserCheck size={32} />}
      title={t('students.noRequests')}
      text={t('students.noRequestsText')}
    />
  )
}
