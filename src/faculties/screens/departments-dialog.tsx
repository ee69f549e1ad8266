import { Box, Group, Stack, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKey, useApiMutation } from '#tenancy/client/queries.ts'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { SortableList } from '#ui/components/sortable-list.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Faculty } from './faculty-row.tsx'
import { NameForm } from './name-form.tsx'

interface Props {
  faculty: Faculty
  all: Faculty[]
  onClose: () => void
}

type Department = Faculty['departments'][number]

const invalidates = [contract.listFaculties, contract.listUnmatchedDepartments]

/** The departments of a faculty: add, rename, move to another faculty, reorder, delete. */
export default function DepartmentsDialog({ faculty, all, onClose }: Props) {
  const { t } = useTranslation('faculties')
  const { errorText } = useErrorText()
  const client = useQueryClient()
  const [edited, setEdited] = useState<string | null>(null)
  const faculty_id = faculty.id
  const onError = (error: Parameters<typeof errorText>[0]) => toast(errorText(error), 'error')
  const fresh = () =>
    Promise.all(invalidates.map((read) => client.invalidateQueries({ queryKey: queryKey(read) })))
  const order = useApiMutation(contract.reorderDepartments, { invalidates, onError })
  const drop = useApiMutation(contract.deleteDepartment, { invalidates, onError })
  const remove = ({ id, name }: Department) =>
    drop.mutate(
      { faculty_id, department_id: id },
      { onSuccess: () => toast(t('departmentRemoved', { name })) },
    )
  return (
    <Modal opened onClose={onClose} size="lg" title={t('departmentsTitle', { name: faculty.name })}>
      <Stack gap="lg">
        <NameForm
          contract={contract.createDepartment}
          input={(name) => ({ faculty_id, name })}
          label={t('newDepartment')}
          action={t('addDepartment')}
          onDone={async () => {
            await fresh()
          }}
        />
        {faculty.departments.length === 0 && <Text c="dimmed">{t('noDepartments')}</Text>}
        {faculty.departments.length > 0 && (
          <SortableList
            items={faculty.departments}
            itemKey="id"
            label={({ name }) => name}
            onReorder={(shown) => order.mutate({ faculty_id, ids: shown.map(({ id }) => id) })}
            renderItem={(department) =>
              edited === department.id ? (
                <EditDepartment
                  {...{ faculty_id, department, all }}
                  onDone={async () => {
                    await fresh()
                    setEdited(null)
                  }}
                  onCancel={() => setEdited(null)}
                />
              ) : (
                <Group justify="space-between" gap={4}>
                  <Box miw={0} flex="1 1 9rem">
                    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                      {department.name}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {t('courses', { count: department.course_count })}
                    </Text>
                  </Box>
                  <Group gap={2} wrap="nowrap">
                    <IconButton
                      label={t('rename', { name: department.name })}
                      color="gray"
                      onClick={() => setEdited(department.id)}
                    >
                      <IconPencil size={18} aria-hidden />
                    </IconButton>
                    <IconButton
                      label={t('remove', { name: department.name })}
                      color="error"
                      onClick={() => remove(department)}
                    >
                      <IconTrash size={18} aria-hidden />
                    </IconButton>
                  </Group>
                </Group>
              )
            }
          />
        )}
      </Stack>
    </Modal>
  )
}

interface EditProps {
  faculty_id: string
  department: Department
  all: Faculty[]
  onDone: () => Promise<void>
  onCancel: () => void
}

function EditDepartment({ faculty_id, department, all, onDone, onCancel }: EditProps) {
  const { t } = useTranslation('faculties')
  const [move_to, setMoveTo] = useState<string | null>(faculty_id)
  return (
    <Stack gap="sm">
      <SelectField
        label={t('facultyOfDepartment')}
        value={move_to}
        allowDeselect={false}
        onChange={setMoveTo}
        choices={all.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NameForm
        contract={contract.updateDepartment}
        input={(name) => ({ faculty_id, department_id: department.id, name, move_to: move_to ?? faculty_id })}
        label={t('name')}
        action={t('rename', { name: department.name })}
        name={department.name}
        onDone={onDone}
        onCancel={onCancel}
      />
    </Stack>
  )
}
