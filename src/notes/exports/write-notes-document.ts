import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { isolatedTask, runIsolated, withScratchFolder } from '#platform/isolated/index.ts'
import type { NotesExportInput, run } from './isolated/write-notes.ts'

/** The largest file takes 400 MB and 8 s as a PDF. */
const writeNotes = isolatedTask<typeof run>(new URL('./isolated/write-notes.ts', import.meta.url), {
  memory_mb: 512,
  cpu_ms: 60_000,
})

/**
 * Writes the notes as a document in a child process, queued fairly by school; refuses `busy` if the queue is
 * full.
 */
export const writeNotesDocument = (
  { school_id, actor }: Pick<CtxWithoutTx, 'school_id' | 'actor'>,
  notes: NotesExportInput,
  format: 'markdown' | 'pdf',
) =>
  withScratchFolder(async (folder) => {
    await writeFile(join(folder, 'notes'), serialize(notes))
    await runIsolated(writeNotes, { format }, { group_id: school_id, user_id: actor.id, folder })
    return readFile(join(folder, 'document'))
  })
