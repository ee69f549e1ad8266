import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { MultiSelectField } from '#ui/form/fields/multi-select-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../../contract.ts'
import { useChangeProgress } from './use-change-progress.ts'

interface Props {
  course_id: string
  chosen: string[]
  opened: boolean
  onClose: () => void
  onDone: () => void
}

/** Corrects the progress of the selected students in chosen lessons. */
export function CorrectProgressDialog({ course_id, chosen, opened, onClose, onDone }: Props) {
  const { t } = useTranslation('learning')
  const [lessons, setLessons] = useState<string[]>([])
  const list = useApiPages(contract.listCourseProgress, { course_id, limit: 100 }, { enabled: opened })
  const { change, reset, isPending } = useChangeProgress(() => {
    setLessons([])
    onClose()
    onDone()
  })
  const given = { course_id, student_ids: chosen, content_ids: lessons }
  return (
    <Modal opened={opened} onClose={onClose} title={t('correct.title', { count: chosen.length })}>
      <Stack gap="md">
        <MultiSelectField
          label={t('correct.lessons')}
          hint={t('correct.lessonsHint')}
          searchable
          value={lessons}
          onChange={setLessons}
          choices={(list.rows ?? []).map((row) => ({
            value: row.content_id,
            label: `${row.title} · ${row.lesson_title}`,
          }))}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={lessons.length === 0} onClick={() => void reset(given)}>
            {t('correct.reset')}
          </Button>
          <Button
            loading={isPending}
            disabled={lessons.length === 0}
            onClick={() => change({ ...given, completed: true })}
          >
            {t('correct.complete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
