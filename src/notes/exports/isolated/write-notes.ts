import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { sanitise } from '#platform/security/sanitise.ts'
import { markdownOf } from '../markdown.ts'
import type { NoteView } from '../../note-view.ts'
import { notesDocument, type DocumentHead } from '../notes-document.ts'
import { writePdf } from '../pdf/write-pdf.ts'

export interface NotesToWrite {
  locale: string
  time_zone: string
  head: DocumentHead
  /** Their text as it was stored. */
  notes: NoteView[]
}

/** Writes notes as one document: reading, shaping and drawing a thousand of them takes seconds. */
export async function run({ format }: { format: 'markdown' | 'pdf' }, folder: string) {
  const { notes, head, ...reader } = deserialize(await readFile(join(folder, 'notes'))) as NotesToWrite
  const safe = notes.map((note) => ({ ...note, note: sanitise(note.note) }))
  const document = notesDocument(reader, safe, head)
  const bytes = format === 'pdf' ? await writePdf(document) : markdownOf(document)
  await writeFile(join(folder, 'document'), bytes)
}
