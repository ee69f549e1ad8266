import { Anchor, Box, Group, Text } from '@mantine/core'
import { IconPencil, IconSitemap, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ApiReply } from '#platform/client/api/client.ts'
import { queryKey } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { NameForm } from './name-form.tsx'

const DepartmentsDialog = lazy(() => import('./departments-dialog.tsx'))
const DeleteFacultyDialog = lazy(() => import('./delete-faculty-dialog.tsx'))

export type Faculty = ApiReply<typeof contract.listFaculties>['data'][number]

/** Counts of people stop here. */
const maxCounted = 1_000
export const formatPeopleCount = (count: number) => (count >= maxCounted ? `${maxCounted}+` : count)

export function FacultyRow({ faculty, all }: { faculty: Faculty; all: Faculty[] }) {
  const { t } = useTranslation('faculties')
  const client = useQueryClient()
  const [open, setOpen] = useState<'rename' | 'departments' | 'delete' | null>(null)
  const row = useRef<HTMLDivElement>(null)
  const { id, name, course_count, student_count, staff_count, departments } = faculty
  const close = () => {
    setOpen(null)
    // The pressed button exists again after the next render and then gets the focus.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-rename]')?.focus())
  }
  if (open === 'rename')
    return (
      <NameForm
        contract={contract.updateFaculty}
        input={(renamed) => ({ faculty_id: id, name: renamed })}
        label={t('name')}
        action={t('rename', { name })}
        name={name}
        onCancel={close}
        onDone={async () => {
          await client.invalidateQueries({ queryKey: queryKey(contract.listFaculties) })
          close()
        }}
      />
    )
  return (
    <Group justify="space-between" gap={4} ref={row}>
      <Box miw={0} flex="1 1 11rem">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Group gap="sm">
          <Counted to={`/manage/courses?faculty_id=${id}`}>{t('courses', { count: course_count })}</Counted>
          <Counted to={`/manage/faculties/${id}`}>
            {t('students', { count: student_count, shown: formatPeopleCount(student_count) })}
          </Counted>
          <Counted to={`/manage/faculties/${id}?tab=teachers`}>
            {t('staff', { count: staff_count, shown: formatPeopleCount(staff_count) })}
          </Counted>
        </Group>
      </Box>
      <Group gap={2}>
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconSitemap size={18} aria-hidden />}
          aria-label={t('departmentsOf', {
            label: t('departments', { count: departments.length }),
            name,
          })}
          onClick={() => setOpen('departments')}
        >
          {t('departments', { count: departments.length })}
        </Button>
        <IconButton label={t('rename', { name })} color="gray" data-rename onClick={() => setOpen('rename')}>
          <IconPencil size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('remove', { name })} color="error" onClick={() => setOpen('delete')}>
          <IconTrash size={18} aria-hidden />
        </IconButton>
      </Group>
      <Suspense>
        {open === 'departments' && (
          <DepartmentsDialog faculty={faculty} all={all} onClose={() => setOpen(null)} />
        )}
        {open === 'delete' && (
          <DeleteFacultyDialog
            faculty={faculty}
            others={all.filter((other) => other.id !== id)}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </Group>
  )
}

function Counted({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor size="sm" renderRoot={(props: object) => <Link to={to} {...props} />}>
      {children}
    </Anchor>
  )
}
