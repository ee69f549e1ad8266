import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RichTextField } from '#ui/form/rich-text/rich-text-field.tsx'
import { useAutosave } from '#ui/form/use-autosave.ts'
import { Button } from '#ui/components/button.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { SaveState } from '#ui/form/save-state.tsx'
import { Time } from '#ui/components/time.tsx'
import { useNoteSaving, type EditedNote } from './use-note-saving.ts'

interface Props {
  note: EditedNote
  /** Told whether the server has it: a note without a word is not kept. */
  onDone: (isKept: boolean) => void
}

/** One note, saved as it is typed. */
export function NoteEditor({ note, onDone }: Props) {
  const { t } = useTranslation('notes')
  const { t: tu } = useTranslation('ui')
  const [text, setText] = useState(note.note)
  const saving = useNoteSaving(note)
  const begun = useBegun(note)
  const save = (values: { text: string }) => saving.save(values.text)
  const auto = useAutosave({ text, begun }, save, { delay: 800, enabled: !saving.conflict })
  const box = useFocusInside()
  const done = () => void auto.flush().then((settled) => settled && onDone(saving.isKept()))
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
                saving.settle()
              }}
            >
              {t('conflict.theirs')}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              onClick={() => {
                saving.settle()
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

/** A marked passage is worth keeping before a word is written: it becomes a change, which is saved like any other. */
function useBegun(note: EditedNote) {
  const [begun, setBegun] = useState(note.updated_at !== '')
  const marks = note.quote !== null
  useEffect(() => {
    const timer = setTimeout(() => setBegun((before) => before || marks))
    return () => clearTimeout(timer)
  }, [marks])
  return begun
}

/** The cursor goes into the text as soon as the editor has been loaded. */
function useFocusInside() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const began = performance.now()
    const timer = setInterval(() => {
      const field = box.current?.querySelector<HTMLElement>('[role="textbox"]')
      field?.focus({ preventScroll: true })
      // A sheet that is still sliding in takes no focus.
      if ((field && document.activeElement === field) || performance.now() - began > 3_000)
        clearInterval(timer)
    }, 50)
    return () => clearInterval(timer)
  }, [])
  return box
}
