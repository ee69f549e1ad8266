import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { sanitizeRichText } from '#platform/security/sanitize-rich-text.ts'
import { notesToMarkdown } from '../markdown.ts'
import type { NoteView } from '../../note-view.ts'
import { buildNotesDocument, type DocumentHead } from '../build-notes-document.ts'
import { writePdf } from '../write-pdf.ts'

export interface NotesExportInput {
  locale: string
  time_zone: string
  head: DocumentHead
  /** Stored text, not sanitised. */
  notes: NoteView[]
}

/** Writes notes as one document. Runs in a separate process, because a thousand notes take seconds. */
export async function run({ format }: { format: 'markdown' | 'pdf' }, folder: string) {
  const { notes, head, ...reader } = deserialize(await readFile(join(folder, 'notes'))) as NotesExportInput
  const safe = notes.map((note) => ({ ...note, note: sanitizeRichText(note.note) }))
  const document = buildNotesDocument(reader, safe, head)
  const bytes = format === 'pdf' ? await writePdf(document) : notesToMarkdown(document)
  await writeFile(join(folder, 'document'), bytes)
}
