import { Group, Menu, Stack, Text } from '@mantine/core'
import { IconDots, IconNotes, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiError } from '#platform/client/api/api-error.ts'
import type { ApiReply } from '#platform/client/api/client.ts'
import { useApiMutation, useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { ListSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { toast, toastUndo } from '#ui/components/feedback/toasts.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { Section } from '#ui/components/layout/section.tsx'
import { ListFooter } from '#ui/components/list-footer.tsx'
import { Time } from '#ui/components/time.tsx'
import { TextArea } from '#ui/form/fields/text-area.tsx'
import { useErrorText } from '#ui/i18n/use-error-text.ts'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import classes from './contact.module.css'

type Note = ApiReply<typeof contract.listStaffNotes>['data'][number]

/** Notes of staff about a student. */
export function StaffNotes({ student_id }: { student_id: string }) {
  const { t } = useTranslation('student-contact')
  const list = useApiPages(contract.listStaffNotes, { student_id, limit: 20 })
  const { hidden, remove } = useRemoval(student_id)
  // A teacher of other courses has no notes to read.
  if (list.error?.code === 'not_your_student') return null
  const rows = list.rows?.filter(({ id }) => !hidden.includes(id))
  return (
    <Section title={t('notes.title')}>
      <Stack gap="md">
        <Text c="dimmed">{t('notes.text')}</Text>
        <NoteForm student_id={student_id} />
        {list.error && <ErrorState error={list.error} onRetry={list.refetch} />}
        {!rows && !list.error && <ListSkeleton rows={2} />}
        {rows?.length === 0 && (
          <Text c="dimmed">
            <IconNotes size={18} aria-hidden /> {t('notes.none')}
          </Text>
        )}
        {rows && rows.length > 0 && (
          <>
            <ul className={classes.entries}>
              {rows.map((note) => (
                <NoteEntry
                  key={note.id}
                  student_id={student_id}
                  note={note}
                  onRemove={() => remove(note.id)}
                />
              ))}
            </ul>
            <ListFooter pages={list} />
          </>
        )}
      </Stack>
    </Section>
  )
}

/** Hides a deleted note at once and deletes it when the time to undo has passed. */
function useRemoval(student_id: string) {
  const { t } = useTranslation('student-contact')
  const { errorText } = useErrorText()
  const [hidden, setHidden] = useState<string[]>([])
  const change = useApiMutation(contract.deleteStaffNote, {
    invalidates: [contract.listStaffNotes],
    onError: (error) => toast(errorText(error), 'error'),
  })
  const show = (id: string) => setHidden((ids) => ids.filter((each) => each !== id))
  const remove = (id: string) => {
    setHidden((ids) => [...ids, id])
    toastUndo(t('notes.deleted'), {
      undo: () => show(id),
      commit: () => change.mutate({ student_id, id }, { onError: () => show(id) }),
    })
  }
  return { hidden, remove }
}

interface FormProps {
  student_id: string
  /** A note that is changed; absent for a new one. */
  note?: Note
  onDone?: () => void
}

/** Creates a note, or saves the changed one. */
function useSaveNote({ student_id, note }: FormProps, onSaved: () => void) {
  const { errorText } = useErrorText()
  const options = {
    invalidates: [contract.listStaffNotes],
    onSuccess: onSaved,
    onError: (error: ApiError) => toast(errorText(error), 'error'),
  }
  const create = useApiMutation(contract.createStaffNote, options)
  const update = useApiMutation(contract.updateStaffNote, options)
  const save = (text: string) =>
    note ? update.mutate({ student_id, id: note.id, note: text }) : create.mutate({ student_id, note: text })
  return { save, isPending: create.isPending || update.isPending }
}

function NoteForm(props: FormProps) {
  const { note, onDone } = props
  const { t } = useTranslation('student-contact')
  const { t: tu } = useTranslation('ui')
  const [text, setText] = useState(note?.note ?? '')
  const { save, isPending } = useSaveNote(props, () => {
    setText('')
    onDone?.()
  })
  return (
    <Stack
      gap="sm"
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') save(text)
      }}
    >
      <TextArea
        label={t(note ? 'notes.edit' : 'notes.label')}
        value={text}
        onChange={setText}
        maxLength={5_000}
        minRows={2}
      />
      <Group gap="sm">
        <Button type="submit" variant="light" disabled={text.trim() === ''} loading={isPending}>
          {note ? tu('actions.save') : t('notes.add')}
        </Button>
        {note && (
          <Button variant="default" onClick={onDone}>
            {tu('actions.cancel')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

function NoteEntry({ student_id, note, onRemove }: { student_id: string; note: Note; onRemove: () => void }) {
  const { t } = useTranslation('student-contact')
  const [isEditing, setEditing] = useState(false)
  if (isEditing)
    return (
      <li>
        <NoteForm student_id={student_id} note={note} onDone={() => setEditing(false)} />
      </li>
    )
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" c="dimmed" component="div">
          <strong>{note.author.name}</strong> · <Time at={note.created_at} />
          {note.updated_at !== note.created_at && ` · ${t('notes.changed')}`}
        </Text>
        {note.may_delete && <NoteMenu note={note} onEdit={() => setEditing(true)} onRemove={onRemove} />}
      </Group>
      <p className={classes.words}>{note.note}</p>
    </li>
  )
}

function NoteMenu({ note, onEdit, onRemove }: { note: Note; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation('student-contact')
  const { t: tu } = useTranslation('ui')
  return (
    <Menu position="bottom-end" shadow="md" portalProps={{ target: '#main' }}>
      <Menu.Target>
        <IconButton label={tu('actions.more')} variant="subtle" color="gray">
          <IconDots size={20} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>
        {note.may_edit && (
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={onEdit}>
            {t('notes.edit')}
          </Menu.Item>
        )}
        <Menu.Item color="error" leftSection={<IconTrash size={18} aria-hidden />} onClick={onRemove}>
          {t('notes.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
