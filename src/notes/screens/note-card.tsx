import { Group, Text } from '@mantine/core'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import { IconButton } from '#ui/components/icon-button.tsx'
import { RichText } from '#ui/components/rich-text.tsx'
import { Time } from '#ui/components/time.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatSeconds } from '../format-seconds.ts'
import { NoteEditor } from './note-editor.tsx'
import type { EditedNote } from './use-note-saving.ts'
import classes from './notes.module.css'

interface Props {
  note: EditedNote & { created_at: string }
  editing: boolean
  /** True for the note that the address names. */
  current?: boolean
  /** Opens the note's position, if it has one. */
  onGoTo?: (() => void) | undefined
  onEdit: () => void
  onDone: (isSaved: boolean) => void
  onDelete: () => void
  /** Shown below the note: state of its content, or the link to it. */
  children?: ReactNode
}

/** A note with its position, text and actions. */
export function NoteCard({ note, editing, current = false, onGoTo, children, ...act }: Props) {
  const { t } = useTranslation('notes')
  const { t: tu } = useTranslation('ui')
  return (
    <article className={classes.card} data-note={note.id} data-current={current || undefined}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Group gap="xs">
          {note.at_seconds !== null && <Second seconds={note.at_seconds} onGoTo={onGoTo} />}
          <Text size="xs" c="dimmed" component="span">
            <Time at={note.created_at} style="datetime" />
          </Text>
        </Group>
        <Group gap={2} wrap="nowrap">
          {!editing && (
            <IconButton label={tu('actions.edit')} variant="subtle" color="gray" onClick={act.onEdit}>
              <IconPencil size={18} aria-hidden />
            </IconButton>
          )}
          <IconButton label={tu('actions.delete')} variant="subtle" color="gray" onClick={act.onDelete}>
            <IconTrash size={18} aria-hidden />
          </IconButton>
        </Group>
      </Group>
      {note.quote && <Quote words={note.quote.exact} onGoTo={onGoTo} label={t('card.toPassage')} />}
      {editing ? (
        <NoteEditor note={note} onDone={act.onDone} />
      ) : (
        <div className={classes.words}>
          <RichText html={note.note} />
        </div>
      )}
      {children}
    </article>
  )
}

function Second({ seconds, onGoTo }: { seconds: number; onGoTo: (() => void) | undefined }) {
  const { t } = useTranslation('notes')
  const at = formatSeconds(seconds)
  if (!onGoTo) return <strong>{at}</strong>
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={t('card.toSecond', { at })}
      onClick={onGoTo}
    >
      {at}
    </Button>
  )
}

interface QuoteProps {
  words: string
  label: string
  onGoTo: (() => void) | undefined
}

function Quote({ words, label, onGoTo }: QuoteProps) {
  const quote = <blockquote className={classes.quote}>{words}</blockquote>
  if (!onGoTo) return quote
  return (
    <button type="button" className={classes.passage} onClick={onGoTo}>
      <span className="ly-hidden">{label}: </span>
      <span className={classes.quote}>{words}</span>
    </button>
  )
}
