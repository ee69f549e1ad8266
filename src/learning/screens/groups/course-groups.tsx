import { Group, Stack, Title } from '@mantine/core'
import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { deleteGroup, listGroups, listLockExceptions } from '#groups/contract.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import type { ScreenHandle } from '#ui/frame/handle.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { useConfirm } from '#ui/components/feedback/confirm.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { CourseExceptions } from './course-exceptions.tsx'
import { GroupMenu } from './group-menu.tsx'
import { GroupNameDialog } from './group-name-dialog.tsx'
import { GroupStudents } from './group-students.tsx'

export const handle: ScreenHandle = { namespaces: ['learning'] }

export type StudentGroup = ApiReply<typeof listGroups>['data'][number]

/** Groups of a course's students, and exceptions from opening times. */
export default function CourseGroups() {
  const { course_id = '' } = useParams()
  return (
    <Stack gap="xl">
      <Groups course_id={course_id} />
      <CourseExceptions course_id={course_id} />
    </Stack>
  )
}

type Naming = { group: StudentGroup | null } | null

function Groups({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  const list = useApiPages(listGroups, { id: course_id, limit: 50 })
  const [naming, setNaming] = useState<Naming>(null)
  const [shown, setShown] = useState<StudentGroup | null>(null)
  const remove = useRemoval()
  const add = (
    <Button leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setNaming({ group: null })}>
      {t('groups.new')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          {t('groups.title')}
        </Title>
        {Boolean(list.rows?.length) && add}
      </Group>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <DataTable
          label={t('groups.title')}
          rows={list.rows}
          rowKey="id"
          pages={list}
          empty={
            <EmptyState
              icon={<IconUsersGroup size={32} />}
              title={t('groups.none')}
              text={t('groups.noneText')}
              action={add}
            />
          }
          columns={[
            { key: 'name', title: t('groups.name'), render: (group) => group.name },
            {
              key: 'students_count',
              title: t('students.title'),
              width: 120,
              render: (group) => group.students_count,
            },
            {
              key: 'id',
              title: <span className="ly-hidden">{t('students.actions')}</span>,
              width: 72,
              align: 'right',
              render: (group) => (
                <GroupMenu
                  group={group}
                  onShow={() => setShown(group)}
                  onRename={() => setNaming({ group })}
                  onDelete={() => void remove(group)}
                />
              ),
            },
          ]}
        />
      )}
      <GroupNameDialog
        course_id={course_id}
        group={naming?.group ?? null}
        opened={naming !== null}
        onClose={() => setNaming(null)}
      />
      <GroupStudents group={shown} onClose={() => setShown(null)} />
    </Stack>
  )
}

function useRemoval() {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const { errorText } = useErrorText()
  const confirm = useConfirm()
  const change = useApiMutation(deleteGroup, {
    invalidates: [listGroups, listLockExceptions],
    onError: (error) => toast(errorText(error), 'error'),
  })
  return async ({ id, name }: StudentGroup) => {
    const sure = await confirm({
      title: t('groups.deleteTitle', { name }),
      text: t('groups.deleteText'),
      confirmLabel: tu('actions.delete'),
      danger: true,
    })
    if (sure) change.mutate({ id })
  }
}
