import { formatSeconds } from '../format-seconds.ts'
import type { RichTextBlock } from './rich-blocks.ts'
import { parseBlocks } from './rich-blocks.ts'
import type { NoteView } from '../note-view.ts'

export interface ExportedNote {
  /** The note's second as `1:02:03`; empty if it has none. */
  mark: string
  /** Time of writing, in the reader's language. */
  written: string
  /** Link to the note's content; empty if it cannot be opened. */
  url: string
  quote: string
  blocks: RichTextBlock[]
}

/** Notes for printing, grouped by course and content. */
export interface NotesDocument {
  title: string
  about: string
  locale: string
  /** Page label: `{n}` is the number and `{of}` the total. */
  page: string
  courses: { name: string; contents: { title: string; notes: ExportedNote[] }[] }[]
}

export interface DocumentHead {
  title: string
  about: string
  page: string
  origin: string
}

/** Groups notes in their printing order. */
export function buildNotesDocument(
  { locale, time_zone }: { locale: string; time_zone: string },
  notes: NoteView[],
  { origin, ...head }: DocumentHead,
): NotesDocument {
  const document: NotesDocument = { ...head, locale, courses: [] }
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  let at = { course_id: '', content_id: '' }
  for (const note of notes) {
    if (note.course_id !== at.course_id) document.courses.push({ name: note.course_name, contents: [] })
    const course = document.courses.at(-1)!
    if (note.course_id !== at.course_id || note.content_id !== at.content_id)
      course.contents.push({ title: note.content_title, notes: [] })
    at = note
    course.contents.at(-1)!.notes.push({
      mark: note.at_seconds === null ? '' : formatSeconds(note.at_seconds),
      written: time.format(note.created_at),
      url:
        note.content_status === 'open'
          ? `${origin}/learn/${note.course_id}?topic=${note.content_id}&note=${note.id}`
          : '',
      quote: note.quote?.exact ?? '',
      blocks: parseBlocks(note.note),
    })
  }
  return document
}
