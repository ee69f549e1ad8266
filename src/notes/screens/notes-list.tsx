import { Anchor, Stack, Text, Title } from '@mantine/core'
import { IconNotes, IconPlus } from '@tabler/icons-react'
import { useEffect, useState, type RefObject } from 'react'
import { Link } from 'react-router'
import type { useApiPages } from '#tenancy/client/queries.ts'
import { Button } from '#ui/components/button.tsx'
import { EmptyState } from '#ui/components/feedback/empty-state.tsx'
import { ErrorState } from '#ui/components/feedback/error-state.tsx'
import { TextSkeleton } from '#ui/components/feedback/skeletons.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import { formatSeconds } from '../format-seconds.ts'
import type { listNotes } from '../contract.ts'
import type { Note } from './note-cache.ts'
import { NoteCard } from './note-card.tsx'
import type { Highlights } from './use-highlights.ts'

interface Props {
  list: ReturnType<typeof useApiPages<typeof listNotes>>
  notes: Note[]
  highlights: Highlights
  playing: RefObject<HTMLMediaElement | null>
  plays: boolean
  current: string | null
  editing: string | null
  onNew: () => void
  onGoTo: (note: Note) => void
  onEdit: (id: string) => void
  onDone: (note: Note, isSaved: boolean) => void
  onDelete: (note: Note) => void
}

/** The notes of a content by position; notes whose passage was deleted are listed separately. */
export function NotesList(props: Props) {
  const { list, notes, highlights: chunks, plays, playing, onNew } = props
  const { t } = useTranslation('notes')
  const isLost = (note: Note) => note.quote !== null && chunks.ready && chunks.startOf(note.id) === null
  const anchored = notes.filter((note) => !isLost(note)).toSorted(byAnchor(chunks))
  const lost = notes.filter(isLost)
  useShown(props.current)
  if (list.error && !list.rows) return <ErrorState error={list.error} onRetry={list.refetch} />
  return (
    <Stack gap="md">
      {plays ? (
        <NoteNow playing={playing} onNew={onNew} />
      ) : (
        <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={onNew}>
          {t('panel.new')}
        </Button>
      )}
      {list.isLoading && <TextSkeleton lines={4} />}
      {list.rows && notes.length === 0 && (
        <EmptyState
          order={3}
          icon={<IconNotes size={32} />}
          title={t('panel.none')}
          text={t(plays ? 'panel.noneMedia' : 'panel.noneText')}
        />
      )}
      {anchored.map((note) => (
        <Card key={note.id} note={note} {...props} onGoTo={hasAnchor(note) ? props.onGoTo : undefined} />
      ))}
      {lost.length > 0 && (
        <>
          <Title order={3} size="h5">
            {t('panel.lost')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('panel.lostText')}
          </Text>
          {lost.map((note) => (
            <Card key={note.id} note={note} {...props} />
          ))}
        </>
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('more')}
        </Button>
      )}
      <Anchor renderRoot={(root: object) => <Link to="/notes" {...root} />} size="sm">
        {t('panel.all')}
      </Anchor>
    </Stack>
  )
}

const hasAnchor = (note: Note) => note.at_seconds !== null || note.quote !== null

/** Notes on the whole content first, then by second or text position, older first. */
const byAnchor = (chunks: Highlights) => (a: Note, b: Note) => {
  const caretPosition = (note: Note) => note.at_seconds ?? chunks.startOf(note.id) ?? -1
  return caretPosition(a) - caretPosition(b) || a.created_at.localeCompare(b.created_at)
}

type CardProps = Pick<Props, 'current' | 'editing' | 'onEdit' | 'onDone' | 'onDelete'> & {
  note: Note
  onGoTo?: ((note: Note) => void) | undefined
}

function Card({ note, current, editing, onGoTo, onEdit, onDone, onDelete }: CardProps) {
  return (
    <NoteCard
      note={note}
      editing={editing === note.id}
      current={current === note.id}
      onGoTo={onGoTo && (() => onGoTo(note))}
      onEdit={() => onEdit(note.id)}
      onDone={(isSaved) => onDone(note, isSaved)}
      onDelete={() => onDelete(note)}
    />
  )
}

/** Shows the second of the new note. */
function NoteNow({ playing, onNew }: Pick<Props, 'playing' | 'onNew'>) {
  const { t } = useTranslation('notes')
  const [at, setAt] = useState(0)
  useEffect(() => {
    const player = playing.current
    if (!player) return
    const look = () => setAt(Math.floor(player.currentTime))
    look()
    player.addEventListener('timeupdate', look)
    player.addEventListener('seeked', look)
    return () => {
      player.removeEventListener('timeupdate', look)
      player.removeEventListener('seeked', look)
    }
  }, [playing])
  return (
    <Button variant="light" leftSection={<IconPlus size={18} aria-hidden />} onClick={onNew}>
      {t('panel.newAt', { at: formatSeconds(at) })}
    </Button>
  )
}

/** Scrolls to the note that was opened from the text. */
function useShown(current: string | null) {
  useEffect(() => {
    if (current) document.querySelector(`[data-note="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
}
