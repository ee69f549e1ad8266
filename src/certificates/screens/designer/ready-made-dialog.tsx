import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { readyMadeDesign, readyMadeDesigns } from '#lib/certificates/ready-made.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { DialogButtons } from '../fields/dialog-buttons.tsx'
import { DesignChoice } from '../design/design-choice.tsx'
import type { DesignEditor } from './use-design.ts'

interface Props {
  editor: DesignEditor
  onClose: () => void
}

/** Replaces the design by a ready-made one, which can be undone. */
export default function ReadyMadeDialog({ editor, onClose }: Props) {
  const { t } = useTranslation('certificate-designer')
  const [value, setValue] = useState('0')
  const use = () => {
    const design = readyMadeDesign(Number(value))
    editor.change(design)
    editor.select(design.blocks[0]?.id ?? null)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('readyMade.title')} size="lg">
      <Stack gap="lg">
        <Text c="dimmed">{t('readyMade.text')}</Text>
        <DesignChoice
          label={t('readyMade.title')}
          name="ready-made"
          count={readyMadeDesigns}
          value={value}
          onChange={setValue}
        />
        <DialogButtons onClose={onClose}>
          <Button onClick={use}>{t('readyMade.use')}</Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
