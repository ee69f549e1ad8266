import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DateTimeField } from '#ui/form/fields/date-time-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  /** Number of students; 0 while closed. */
  count: number
  onClose: () => void
  /** Called with the end, or null for the course's own limit. */
  onApprove: (end: string | null) => void
}

/** Approves until a chosen day; default: the course's own limit. */
export function ApproveDialog({ count, onClose, onApprove }: Props) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const [end, setEnd] = useState<string | null>(null)
  const [past, setPast] = useState(false)
  const submit = () => {
    const isPast = end !== null && new Date(end).getTime() <= Date.now()
    setPast(isPast)
    if (!isPast) onApprove(end)
  }
  return (
    <Modal opened={count > 0} onClose={onClose} title={t('approve.title', { count })}>
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
          <Button type="submit">{t('approve.button')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
