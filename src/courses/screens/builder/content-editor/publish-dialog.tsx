import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { RadioField } from '#ui/form/fields/radio-field.tsx'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { Audience } from './use-content-saving.ts'

interface Props {
  opened: boolean
  /** False: the newest version is published for new students only. */
  hasChanges: boolean
  onClose: () => void
  onPublish: (audience: Audience) => void
}

/** Choice of the audience, everybody or new students, before publishing. */
export function PublishDialog({ opened, hasChanges, onClose, onPublish }: Props) {
  const { t } = useTranslation('courses')
  const { t: tu } = useTranslation('ui')
  const [audience, setAudience] = useState<Audience>('everybody')
  const chosen = hasChanges ? audience : 'everybody'
  return (
    <Modal opened={opened} onClose={onClose} title={t('publishing.question')}>
      <Stack gap="lg">
        {hasChanges ? (
          <RadioField
            label={t('publishing.whom')}
            value={chosen}
            onChange={(value) => setAudience(value as Audience)}
            choices={(['everybody', 'new_students'] as const).map((value) => ({
              value,
              label: t(`publishing.audience.${value}`),
              hint: t(`publishing.audienceHint.${value}`),
            }))}
          />
        ) : (
          <Text>{t('publishing.nowEverybody')}</Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {tu('actions.cancel')}
          </Button>
          <Button onClick={() => onPublish(chosen)}>{t('publishing.publish')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
