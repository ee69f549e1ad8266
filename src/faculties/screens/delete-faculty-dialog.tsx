import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation } from '#tenancy/client/queries.ts'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { toast } from '#ui/components/feedback/toasts.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import type { Faculty } from './faculty-row.tsx'

interface Props {
  faculty: Faculty
  others: Faculty[]
  onClose: () => void
}

/** Requires a destination for courses and people. */
export default function DeleteFacultyDialog({ faculty, others, onClose }: Props) {
  const { t } = useTranslation('faculties')
  const { t: shared } = useTranslation('ui')
  const { errorText } = useErrorText()
  const { id: faculty_id, name, course_count, student_count, staff_count, departments } = faculty
  const holds = course_count + student_count + staff_count + departments.length > 0
  const [way, setWay] = useState<string>(others.length > 0 ? 'move' : 'leave_without_faculty')
  const [move_to, setMoveTo] = useState<string | null>(others[0]?.id ?? null)
  const drop = useApiMutation(contract.deleteFaculty, {
    invalidates: [contract.listFaculties, contract.listUnmatchedDepartments],
    onSuccess() {
      toast(t('removed', { name }))
      onClose()
    },
    onError: (error) => toast(errorText(error), 'error'),
  })
  const how = way === 'move' && move_to ? { move_to } : { leave_without_faculty: true }
  return (
    <Modal opened onClose={onClose} title={t('removeTitle', { name })}>
      <Stack gap="lg">
        <Text>
          {holds
            ? t('holds', {
                courses: t('courses', { count: course_count }),
                people: t('people', { count: student_count + staff_count }),
                departments: t('departments', { count: departments.length }),
              })
            : t('holdsNothing')}
        </Text>
        {holds && others.length > 0 && (
          <>
            <RadioField
              label={t('whereTo')}
              value={way}
              onChange={setWay}
              choices={[
                { value: 'move', label: t('moveAll') },
                { value: 'leave_without_faculty', label: t('leaveAll') },
              ]}
            />
            {way === 'move' && (
              <SelectField
                label={t('moveTo')}
                value={move_to}
                allowDeselect={false}
                onChange={setMoveTo}
                choices={others.map((other) => ({ value: other.id, label: other.name }))}
              />
            )}
          </>
        )}
        {holds && others.length === 0 && <Text>{t('leaveAllText')}</Text>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {shared('actions.cancel')}
          </Button>
          <Button
            color="error"
            loading={drop.isPending}
            onClick={() => drop.mutate({ faculty_id, ...(holds && how) })}
          >
            {t('removeNow')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
