import { Divider, Stack, Title } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ExceptionForm } from './exception-dialog.tsx'
import { ExceptionList } from './exception-list.tsx'

interface Props {
  course: { course_id: string; course_name: string }
  student_id: string
}

/** Exceptions of one student in one course, with a form to add more. */
export function StudentExceptions({ course: { course_id, course_name }, student_id }: Props) {
  const { t } = useTranslation('learning')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <IconButton
        label={t('exceptions.ofCourse', { course: course_name })}
        variant="subtle"
        color="gray"
        size={44}
        onClick={() => setOpened(true)}
      >
        <IconCalendarClock size={20} aria-hidden />
      </IconButton>
      <Modal opened={opened} onClose={close} title={t('exceptions.ofCourse', { course: course_name })}>
        {opened && (
          <Stack gap="md">
            <ExceptionList course_id={course_id} subject={{ student_id }} />
            <Divider />
            <Title order={3} size="h5">
              {t('exceptions.add')}
            </Title>
            <ExceptionForm course_id={course_id} student_ids={[student_id]} onClose={close} />
          </Stack>
        )}
      </Modal>
    </>
  )
}
