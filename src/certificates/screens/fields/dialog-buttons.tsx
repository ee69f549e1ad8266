import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

interface Props {
  onClose: () => void
  /** The button that does what the dialog is for. */
  children: ReactNode
}

/** The last line of a dialog: cancels, or does it. */
export function DialogButtons({ onClose, children }: Props) {
  const { t } = useTranslation('ui')
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        {t('actions.cancel')}
      </Button>
      {children}
    </Group>
  )
}
