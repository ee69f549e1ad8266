import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { SearchField, useDebouncedSearch } from '../search-field.tsx'
import { StudentName } from '../student-name.tsx'
import { useChangeStudents } from './use-enrolment-changes.ts'

/** Maximum number per request. */
const maxAtOnce = 500

interface Props {
  course_id: string
  opened: boolean
  onClose: () => void
}

/** Adds students of the school to the course, with approval. */
export function AddStudentsDialog({ course_id, opened, onClose }: Props) {
  const { t } = useTranslation('learning')
  return (
    <Modal opened={opened} onClose={onClose} title={t('add.title')} size="lg">
      {opened && <Choice course_id={course_id} onClose={onClose} />}
    </Modal>
  )
}

function Choice({ course_id, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const { typed, setTyped, search } = useDebouncedSearch()
  const [selected, setSelected] = useState<string[]>([])
  const list = useApiPages(contract.listStudentsNotTaking, {
    course_id,
    limit: 50,
    ...(search && { search }),
  })
  const change = useChangeStudents(onClose)
  if (list.error) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <Stack gap="md">
      <Group>
        <SearchField searchText={typed} setSearchText={setTyped} />
      </Group>
      <DataTable
        label={t('add.title')}
        rows={list.rows}
        rowKey="student_id"
        pages={list}
        selection={{ selected, onChange: setSelected, labelOf: (row) => row.name }}
        empty={
          <EmptyState
            order={3}
            title={t('add.nobody')}
            text={t(search ? 'students.noneFoundText' : 'add.nobodyText')}
          />
        }
        columns={[{ key: 'name', title: t('students.name'), render: (row) => <StudentName student={row} /> }]}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {tu('actions.cancel')}
        </Button>
        <Button
          disabled={selected.length === 0}
          loading={change.isPending}
          onClick={() => change.mutate({ course_id, add_student_ids: selected.slice(0, maxAtOnce) })}
        >
          {t('add.button', { count: selected.length })}
        </Button>
      </Group>
    </Stack>
  )
}
