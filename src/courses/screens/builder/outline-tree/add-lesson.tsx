import { Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/form/fields/text-field.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import type { OutlineEditing } from './use-outline.ts'

interface Props {
  editing: OutlineEditing
  /** True in an empty course, where this is the main action. */
  first?: boolean
}

/** One field and one button; the field is ready for the next lesson at once. */
export function AddLesson({ editing, first = false }: Props) {
  const { t } = useTranslation('courses')
  const [title, setTitle] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const name = title.trim()
    if (!name || busy) return
    setBusy(true)
    const lesson = await editing.addLesson(name).finally(() => setBusy(false))
    if (lesson) setTitle('')
    input.current?.focus()
  }
  return (
    <form onSubmit={(event) => void add(event)} aria-label={t('outline.addLesson')}>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextField
          flex={1}
          ref={input}
          label={t('outline.newLesson')}
          value={title}
          maxLength={200}
          onChange={setTitle}
        />
        <Button
          type="submit"
          variant={first ? 'filled' : 'default'}
          loading={busy}
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('outline.add')}
        </Button>
      </Group>
    </form>
  )
}
