import { Group, Stack, Title } from '@mantine/core'
import { IconCalendarClock, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { deleteLockException, listLockExceptions } from '#groups/contract.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { DataTable } from '#ui/components/data-table.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { useExceptionText } from './use-exception-text.ts'

/** Exceptions from the opening times of a course's contents. */
export function CourseExceptions({ course_id }: { course_id: string }) {
  const { t } = useTranslation('learning')
  const [opened, setOpened] = useState(false)
  const list = useApiPages(listLockExceptions, { id: course_id, limit: 50 })
  const add = (
    <Button
      variant="default"
      leftSection={<IconCalendarClock size={20} aria-hidden />}
      onClick={() => setOpened(true)}
    >
      {t('exceptions.forGroups')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Title order={2} size="h3">
          {t('exceptions.list')}
        </Title>
        {Boolean(list.rows?.length) && add}
      </Group>
      {list.error ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <Exceptions
          list={list}
          empty={
            <EmptyState
              icon={<IconCalendarClock size={32} />}
              title={t('exceptions.none')}
              text={t('exceptions.noneText')}
              action={add}
            />
          }
        />
      )}
      <ExceptionDialog course_id={course_id} opened={opened} onClose={() => setOpened(false)} />
    </Stack>
  )
}

interface ExceptionsProps {
  list: ReturnType<typeof useApiPages<typeof listLockExceptions>>
  empty: ReactNode
}

function Exceptions({ list, empty }: ExceptionsProps) {
  const { t } = useTranslation('learning')
  const { errorText } = useErrorText()
  const remove = useApiMutation(deleteLockException, {
    invalidates: [listLockExceptions],
    onError: (error) => toast(errorText(error), 'error'),
  })
  const effect = useExceptionText()
  return (
    <DataTable
      label={t('exceptions.list')}
      rows={list.rows}
      rowKey="id"
      pages={list}
      empty={empty}
      columns={[
        { key: 'target', title: t('exceptions.who'), render: ({ target }) => target.name },
        {
          key: 'content',
          title: t('exceptions.what'),
          wide: true,
          render: ({ content }) => content?.title ?? t('exceptions.wholeCourse'),
        },
        { key: 'shift_days', title: t('exceptions.effect'), render: (row) => effect(row.shift_days) },
        {
          key: 'id',
          title: <span className="ly-hidden">{t('students.actions')}</span>,
          width: 72,
          align: 'right',
          render: ({ id, target }) => (
            <IconButton
              label={t('exceptions.remove', { name: target.name })}
              variant="subtle"
              color="gray"
              size={44}
              onClick={() => remove.mutate({ id })}
            >
              <IconX size={20} aria-hidden />
            </IconButton>
          ),
        },
      ]}
    />
  )
}
