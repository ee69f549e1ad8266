import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useApprove } from './use-enrolment-changes.ts'

interface Props {
  course_id: string
  /** null while closed. */
  student_ids: string[] | null
  onClose: () => void
  onDone: () => void
}

/** Approves until a chosen day; default: the course's own limit. */
export function ApproveDialog({ course_id, student_ids, onClose, onDone }: Props) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const [end, setEnd] = useState<string | null>(null)
  const [past, setPast] = useState(false)
  const approve = useApprove(() => {
    onClose()
    onDone()
  })
  const submit = () => {
    const isPast = end !== null && new Date(end).getTime() <= Date.now()
    setPast(isPast)
    if (isPast || !student_ids) return
    approve.mutate({ course_id, student_ids, approved: true, ...(end && { student_approval_end_date: end }) })
  }
  return (
    <Modal
      opened={student_ids !== null}
      onClose={onClose}
      title={t('approve.title', { count: student_ids?.length ?? 0 })}
    >
      <Stack
        gap="md"
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DateTimeField
          label={t('approve.end')}
          hint={t('approve.endHint')}
          value={end}
          onChange={setEnd}
          {...(past && { error: t('approve.past') })}
        />
        <Text size="sm" c="dimmed">
          {t('approve.told')}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {tu('actions.cancel')}
          </Button>
          <Button type="submit" loading={approve.isPending}>
            {t('approve.button')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
