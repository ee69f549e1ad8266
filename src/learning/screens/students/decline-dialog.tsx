import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

const templates = ['full', 'requirements', 'identity', 'payment'] as const

interface Props {
  /** Number of requests; 0 while closed. */
  count: number
  onClose: () => void
  onDecline: (reason: string) => void
}

/** Asks for an optional reason, which the students read. */
export function DeclineDialog({ count, onClose, onDecline }: Props) {
  const { t } = useTranslation('learning')
  return (
    <Modal opened={count > 0} onClose={onClose} title={t('decline.title', { count })}>
      <DeclineForm onClose={onClose} onDecline={onDecline} />
    </Modal>
  )
}

function DeclineForm({ onClose, onDecline }: Omit<Props, 'count'>) {
  const { t } = useTranslation('learning')
  const { t: tu } = useTranslation('ui')
  const [reason, setReason] = useState('')
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        onDecline(reason.trim())
      }}
    >
      <Group gap="xs" role="group" aria-label={t('decline.templates')}>
        {templates.map((template) => (
          <Button
            key={template}
            variant="default"
            size="sm"
            onClick={() => setReason(t(`decline.texts.${template}`))}
          >
            {t(`decline.template.${template}`)}
          </Button>
        ))}
      </Group>
      <TextArea
        label={t('decline.reason')}
        hint={t('decline.hint')}
        value={reason}
        onChange={setReason}
        maxLength={500}
        minRows={3}
      />
      <Text size="sm" c="dimmed">
        {t('approve.told')}
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {tu('actions.cancel')}
        </Button>
        <Button type="submit" color="error">
          {t('decline.submit')}
        </Button>
      </Group>
    </Stack>
  )
}
