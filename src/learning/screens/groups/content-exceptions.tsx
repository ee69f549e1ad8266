import { Stack, Title } from '@mantine/core'
import { IconCalendarClock } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { ExceptionDialog } from './exception-dialog.tsx'
import { ExceptionList } from './exception-list.tsx'

interface Props {
  course_id: string
  content_id: string
}

/** Exceptions from the opening time of one content. */
export function ContentExceptions({ course_id, content_id }: Props) {
  const { t } = useTranslation('learning')
  const [opened, setOpened] = useState(false)
  return (
    <Stack gap="sm" component="section" aria-label={t('exceptions.list')}>
      <Title order={2} size="h5">
        {t('exceptions.list')}
      </Title>
      <ExceptionList course_id={course_id} subject={{ content_id }} />
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconCalendarClock size={20} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('exceptions.add')}
      </Button>
      <ExceptionDialog
        course_id={course_id}
        content_id={content_id}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Stack>
  )
}
