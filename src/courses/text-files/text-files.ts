import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { UploadPurpose } from '#uploads/index.ts'
import { discardUnusedFiles } from '../discard-unused-files.ts'
import { filesInText, withUsableFiles } from './file-addresses.ts'
import { deleteUnusedTextFilesJob, deleteUnusedUploadJob } from './job-handles.ts'

/** Purposes of files that a text may show. */
export const textFilePurposes: UploadPurpose[] = [
  'lesson_image',
  'course_video',
  'course_audio',
  'course_file',
]

/** Rows per statement, below the maximum number of parameters in Postgres. */
const maxRows = 5_000

interface ContentText {
  content_id: string
  body: string
}

/**
 * Records the files in new texts of contents, and locks them until commit. Returns the texts; an address of a file
 * that does not exist or has another purpose, such as an export of personal data, is replaced.
 */
export async function recordTextFiles(ctx: Ctx, texts: readonly ContentText[]): Promise<string[]> {
  const { tx, school_id, now } = ctx
  const ids = [...new Set(texts.flatMap(({ body }) => filesInText(body)))]
  if (ids.length === 0) return texts.map(({ body }) => body)
  const rows = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('status', '=', 'ready')
    .where('purpose', 'in', textFilePurposes)
    .orderBy('id')
    .select('id')
    .forShare()
    .execute()
  const usable = new Set(rows.map(({ id }) => id))
  const pairs = texts.flatMap(({ content_id, body }) =>
    filesInText(body)
      .filter((id) => usable.has(id))
      .map((upload_id) => ({ school_id, content_id, upload_id, created_at: now })),
  )
  for (let at = 0; at < pairs.length; at += maxRows)
    await tx
      .insertInto('content_text_files')
      .values(pairs.slice(at, at + maxRows))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  return texts.map(({ body }) => withUsableFiles(body, usable))
}

/** A day, so that undoing or restoring a text finds its files. In milliseconds. */
const unusedFor = 24 * 3600 * 1000

/** Schedules the deletion of files that no text of the content shows. */
export async function scheduleTextFileCleanup(ctx: Ctx, content_id: string) {
  const run_at = new Date(ctx.now.getTime() + unusedFor)
  const job_key = `delete-unused-text-files/${content_id}`
  await ctx.enqueue(deleteUnusedTextFilesJob, { content_id }, { run_at, job_key, priority: 'late' })
}

/** Schedules the cleanup if the text before shows a file that the text after does not. */
export async function scheduleCleanupAfterChange(
  ctx: Ctx,
  content_id: string,
  { before, after }: { before: string; after: string },
) {
  const remaining = new Set(filesInText(after))
  if (filesInText(before).some((id) => !remaining.has(id))) await scheduleTextFileCleanup(ctx, content_id)
}

/** Deletes files that neither the content nor its draft or versions show. Safe to repeat. */
export async function deleteUnusedTextFiles(ctx: Ctx, { content_id }: { content_id: string }) {
  const { tx, school_id } = ctx
  const isIn = sql<boolean>`strpos(t.body, content_text_files.upload_id::text) > 0`
  const inDraft = tx
    .selectFrom('content_drafts as t')
    .where('t.school_id', '=', school_id)
    .where('t.content_id', '=', content_id)
    .where(isIn)
    .select('t.school_id')
  const inVersions = tx
    .selectFrom('content_versions as t')
    .where('t.school_id', '=', school_id)
    .where('t.content_id', '=', content_id)
    .where(isIn)
    .select('t.school_id')
  const inContent = tx
    .selectFrom('contents as t')
    .where('t.school_id', '=', school_id)
    .where('t.id', '=', content_id)
    .where(isIn)
    .select('t.school_id')
  const removed = await tx
    .deleteFrom('content_text_files')
    .where('school_id', '=', school_id)
    .where('content_id', '=', content_id)
    .where(({ not, or, exists }) => not(or([exists(inContent), exists(inDraft), exists(inVersions)])))
    .returning('upload_id')
    .execute()
  for (const { upload_id } of removed.toSorted((a, b) => (a.upload_id < b.upload_id ? -1 : 1)))
    await discardUnusedFiles(ctx, upload_id)
}

/** Two days: longer than an editor stays open without saving. In milliseconds. */
const unsavedFor = 2 * unusedFor

/** Schedules the deletion of an image that no text has shown by then. */
export async function deleteImageIfUnused(
  ctx: Ctx,
  { upload_id, purpose }: { upload_id: string; purpose: UploadPurpose },
) {
  if (purpose !== 'lesson_image') return
  const run_at = new Date(ctx.now.getTime() + unsavedFor)
  const job_key = `delete-unused-upload/${upload_id}`
  await ctx.enqueue(deleteUnusedUploadJob, { upload_id }, { run_at, job_key, priority: 'late' })
}
