import { Group, Stack, Text } from '@mantine/core'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { formatNumber } from '#ui/components/formatting/format-number.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { NumberedSlot } from './numbered-slots.ts'

interface Props {
  /** Questions without an answer. */
  open: readonly NumberedSlot[]
  flagged: readonly NumberedSlot[]
  onClose: () => void
  onSubmit: () => void
}

/** Says what is open before the student submits. */
export function SubmitDialog({ open, flagged, onClose, onSubmit }: Props) {
  const { t } = useTranslation('taking')
  const numbers = (slots: readonly NumberedSlot[]) =>
    slots.map(({ number }) => formatNumber(number!)).join(', ')
  return (
    <Modal opened onClose={onClose} title={t('submit.title')}>
      <Stack gap="md">
        <Text>
          {open.length === 0
            ? t('submit.allAnswered')
            : t('submit.open_questions', { numbers: numbers(open) })}
        </Text>
        {flagged.length > 0 && <Text>{t('submit.flagged', { numbers: numbers(flagged) })}</Text>}
        <Text c="dimmed">{t('submit.final')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('submit.back')}
          </Button>
          <Button onClick={onSubmit}>{t('submit.confirm')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
