import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { Button } from '#ui/components/button.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { useNoteSaving, type EditedNote } from './use-note-saving.ts'

interface Props {
  note: EditedNote
  /** Called with whether the server stored the note: an empty note is not stored. */
  onDone: (isSaved: boolean) => void
}

/** Editor of one note that saves automatically. */
export function NoteEditor({ note, onDone }: Props) {
  const { t } = useTranslation('notes')
  const { t: tu } = useTranslation('ui')
  const [text, setText] = useState(note.note)
  const saving = useNoteSaving(note)
  const begun = useBegun(note)
  const save = (values: { text: string }) => saving.save(values.text)
  const auto = useAutosave({ text, begun }, save, { delay: 800, enabled: !saving.conflict })
  const box = useEditorFocus()
  const done = () => void auto.flush().then((settled) => settled && onDone(saving.isSaved()))
  return (
    <Stack gap="xs" ref={box}>
      {saving.conflict && (
        <Alert color="warning" role="alert" icon={<IconDevices aria-hidden />} title={t('conflict.title')}>
          <Text size="sm">
            <Time at={saving.conflict.changed_at} style="datetime" />
          </Text>
          <RichText html={saving.conflict.note} />
          <Group gap="xs" mt="xs">
            <Button
              size="compact-md"
              variant="default"
              onClick={() => {
                setText(saving.conflict!.note)
                saving.acceptOther()
              }}
            >
              {t('conflict.theirs')}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              onClick={() => {
                saving.acceptOther()
                void auto.flush()
              }}
            >
              {t('conflict.mine')}
            </Button>
          </Group>
        </Alert>
      )}
      <RichTextField
        simple
        label={t('editor.label')}
        placeholder={t('editor.placeholder')}
        minHeight={96}
        value={text}
        onChange={setText}
      />
      <Group justify="space-between" gap="xs">
        {saving.conflict ? <span /> : <SaveState state={auto.state} onRetry={() => void auto.flush()} />}
        <Button size="compact-md" onClick={done} disabled={saving.conflict !== null}>
          {tu('actions.done')}
        </Button>
      </Group>
    </Stack>
  )
}

/** A quoted passage is stored before anything is written: it counts as a change and is saved like one. */
function useBegun(note: EditedNote) {
  const [begun, setBegun] = useState(note.updated_at !== '')
  const marks = note.quote !== null
  useEffect(() => {
    const timer = setTimeout(() => setBegun((before) => before || marks))
    return () => clearTimeout(timer)
  }, [marks])
  return begun
}

/** Focuses the text when the editor has loaded. */
function useEditorFocus() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => {
      const field = box.current?.querySelector<HTMLElement>('[role="textbox"]')
      field?.focus({ preventScroll: true })
      // A sheet cannot take the focus during its opening animation.
      if ((field && document.activeElement === field) || performance.now() - began > 3_000)
        clearInterval(timer)
    }, 50)
    return () => clearInterval(timer)
  }, [])
  return box
}
