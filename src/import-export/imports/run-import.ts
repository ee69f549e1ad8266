import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { Upload } from '#uploads/index.ts'
import { runResumable, JobFailed } from '../resumable-job.ts'
import type { ReportItem } from '../documents/sanitize-document.ts'
import { finishImport, type ImportOptions } from './finish-import.ts'
import { readArchive } from '../archives/read-archive.ts'
import type { DocumentError } from '../documents/parse-document.ts'
import { unpackMedia } from './unpack-media.ts'

export interface RunningImport {
  id: string
  upload: Upload
  options: ImportOptions
  created_by: string
  /** Uploads that an earlier attempt reserved, by local name. */
  media: Record<string, string>
}

/**
 * Imports an archive: validate, read, unpack files, then create the course in one transaction. Safe to repeat:
 * reserved files are written again, and the course is created only with the mark that it is done.
 */
export const runCourseImport = (ctx: CtxWithoutTx, { import_id }: { import_id: string }) =>
  runResumable(ctx, { table: 'course_imports', id: import_id }, async () => {
    const underWay = await ctx.transact((txCtx) => begin(txCtx, import_id))
    if (!underWay) return
    await take(ctx, underWay)
  })

async function take(ctx: CtxWithoutTx, underWay: RunningImport) {
  const archive = await readArchive(ctx, underWay.upload)
  if (!archive.document) return refuse(ctx, underWay, archive.errors)
  const { document, media: files } = archive
  const ignored = archive.ignored.map((name) => ({ code: 'file_ignored', path: '', name }))
  const report: ReportItem[] = [...ignored, ...archive.report]
  const media = await unpackMedia(ctx, underWay, { files, document, report })
  await ctx.transact((txCtx) => finishImport(txCtx, underWay, { document, media, report }))
}

/** Document errors are stored in the report. */
async function refuse(ctx: CtxWithoutTx, { id }: RunningImport, errors: DocumentError[]): Promise<never> {
  const report = errors.map(({ path, code, message }) => ({ code, path, name: message }))
  await ctx.transact(({ tx, school_id }) =>
    tx
      .updateTable('course_imports')
      .set({ report: json(report) })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute(),
  )
  const first = errors[0]?.code
  throw new JobFailed(first === 'not_a_course' || first === 'version_unknown' ? first : 'document_invalid')
}

/** Claims the import; null if it is finished. */
async function begin(ctx: Ctx, import_id: string): Promise<RunningImport | null> {
  const { tx, school_id } = ctx
  const row = await tx
    .updateTable('course_imports')
    .set({ state: 'running', processed_bytes: 0 })
    .where('school_id', '=', school_id)
    .where('id', '=', import_id)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const upload = await tx
    .selectFrom('uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', row.upload_id)
    .where('status', '=', 'ready')
    .selectAll()
    .executeTakeFirst()
  if (!upload) throw new JobFailed('archive_gone')
  return {
    id: row.id,
    upload,
    options: row.options as ImportOptions,
    created_by: row.created_by,
    media: row.media as Record<string, string>,
  }
}
