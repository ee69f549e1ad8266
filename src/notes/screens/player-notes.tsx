import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Quote } from '#lib/quotes/index.ts'
import { useQueryParam } from '#platform/client/page/url-parameters.ts'
import { useApiPages } from '#tenancy/client/queries.ts'
import { SidePanel } from '#ui/components/layout/side-panel.tsx'
import { useTranslation } from '#ui/i18n/use-translation.ts'
import * as contract from '../contract.ts'
import { MarkButton } from './mark-button.tsx'
import type { Note } from './note-cache.ts'
import { NotesList } from './notes-list.tsx'
import { useDeleteNote } from './use-delete-note.ts'
import { useHighlights } from './use-highlights.ts'

interface Props {
  course_id: string
  topic: { id: string; type: string; body: string }
  media: RefObject<HTMLMediaElement | null>
  text: HTMLElement | null
  opened: boolean
  onOpen: () => void
  onClose: () => void
}

/** Panel beside the open content with the reader's notes, and controls to add more. */
export function PlayerNotes({ course_id, topic, media, text, opened, onOpen, onClose }: Props) {
  const { t } = useTranslation('notes')
  const list = useApiPages(contract.listNotes, { content_id: topic.id, limit: 100 })
  const { drafts, begin, dropDraft } = useDrafts(course_id, topic.id)
  const { hidden, remove } = useDeleteNote()
  const [current, setCurrent] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const stored = list.rows ?? []
  const notes = [...drafts.filter(({ id }) => !stored.some((note) => note.id === id)), ...stored].filter(
    ({ id }) => !hidden.has(id),
  )
  const chunks = useHighlights({ text, body: topic.body, notes, current })

  const open = (id: string) => {
    setCurrent(id)
    onOpen()
  }
  const start = (caretPosition: { quote?: Quote; at_seconds?: number }) => {
    const id = begin(caretPosition)
    setEditing(id)
    open(id)
  }
  const onNew = () => {
    const player = media.current
    start(player ? { at_seconds: Math.floor(player.currentTime) } : {})
  }
  useEffect(() => {
    // Keeps the video visible above the sheet.
    if (opened && !isWide()) media.current?.scrollIntoView({ block: 'start' })
  }, [opened, media])
  useClickOnHighlight(text, chunks.noteAt, open)

  const goTo = (note: Note) => {
    setCurrent(note.id)
    if (note.at_seconds !== null) goToSecond(media.current, note.at_seconds)
    else if (chunks.goTo(note.id) && !isWide()) onClose()
  }
  useRequestedNote(notes, chunks.ready || topic.body === '', (note) => {
    open(note.id)
    goTo(note)
  })

  return (
    <>
      <MarkButton read={chunks.read} onMark={(quote) => start({ quote })} onNew={onNew} />
      <SidePanel title={t('panel.title')} closeLabel={t('panel.close')} opened={opened} onClose={onClose}>
        <NotesList
          list={list}
          notes={notes}
          highlights={chunks}
          playing={media}
          plays={topic.type === 'video' || topic.type === 'audio'}
          current={current}
          editing={editing}
          onNew={onNew}
          onGoTo={goTo}
          onEdit={(id) => {
            setCurrent(id)
            setEditing(id)
          }}
          onDone={(note, isSaved) => {
            setEditing(null)
            if (!isSaved) dropDraft(note.id)
          }}
          onDelete={(note) => {
            setEditing(null)
            if (drafts.includes(note) && !stored.some(({ id }) => id === note.id)) dropDraft(note.id)
            else remove(note.id)
          }}
        />
      </SidePanel>
    </>
  )
}

const isWide = () => window.matchMedia('(min-width: 75em)').matches

/** Shows the player and seeks to the second; waits for a video that is not loaded. */
function goToSecond(player: HTMLMediaElement | null, seconds: number) {
  if (!player) return
  const go = () => {
    player.currentTime = seconds
  }
  if (player.readyState >= HTMLMediaElement.HAVE_METADATA) go()
  else player.addEventListener('loadedmetadata', go, { once: true })
  player.scrollIntoView({ block: 'nearest' })
}

/** Notes created here that the server may not have stored. */
function useDrafts(course_id: string, content_id: string) {
  const [drafts, setDrafts] = useState<Note[]>([])
  const begin = ({
    quote = null,
    at_seconds = null,
  }: {
    quote?: Quote | null
    at_seconds?: number | null
  }) => {
    const id = crypto.randomUUID()
    const draft: Note = {
      id,
      course_id,
      content_id,
      course_name: '',
      content_title: '',
      note: '',
      at_seconds,
      quote,
      content_status: 'open',
      created_at: new Date().toISOString(),
      updated_at: '',
    }
    // An earlier draft is stored by now, or empty.
    setDrafts((before) => [draft, ...before.filter((one) => one.quote !== null)])
    return id
  }
  const dropDraft = (id: string) => setDrafts((before) => before.filter((draft) => draft.id !== id))
  return { drafts, begin, dropDraft }
}

/** A click on a highlighted passage opens its note. */
function useClickOnHighlight(
  text: HTMLElement | null,
  noteAt: (x: number, y: number) => string | null,
  open: (id: string) => void,
) {
  useEffect(() => {
    if (!text) return
    const click = (event: MouseEvent) => {
      if (!getSelection()?.isCollapsed || (event.target as Element).closest('a, button')) return
      const id = noteAt(event.clientX, event.clientY)
      if (id) open(id)
    }
    text.addEventListener('click', click)
    return () => text.removeEventListener('click', click)
  }, [text, noteAt, open])
}

/** Opens the note that the address names, once, and removes it from the address. */
function useRequestedNote(notes: Note[], ready: boolean, open: (note: Note) => void) {
  const [requested, setRequested] = useQueryParam('note')
  const note = ready ? notes.find(({ id }) => id === requested) : undefined
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (!note || opened.current === note.id) return
    opened.current = note.id
    open(note)
    setRequested(null)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each requested note
  }, [note])
}
