import { Group, Stack } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { embedUrl } from '#lib/embeds/index.ts'
import { Button } from '#ui/components/button.tsx'
import { Modal } from '#ui/components/feedback/modal.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'

/** Asks for the address of a page of a supported site. */
export function EmbedDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { t } = useTranslation(['ui', 'article'])
  const [address, setAddress] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const insert = () => {
    const href = embedUrl(address)
    if (!href) return setUnknown(true)
    onClose()
    editor.chain().focus().insertContent({ type: 'embed', attrs: { href } }).run()
  }
  return (
    <Modal opened onClose={onClose} title={t('article:embed.title')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // The dialog is within the form of a page.
          event.stopPropagation()
          insert()
        }}
      >
        <Stack>
          <TextField
            label={t('article:embed.address')}
            hint={t('article:embed.hint')}
            value={address}
            error={isUnknown ? t('article:embed.unknown') : undefined}
            onChange={(value) => {
              setAddress(value)
              setUnknown(false)
            }}
          />
          <Group justify="flex-end">
            <Button type="submit">{t('article:embed.insert')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
