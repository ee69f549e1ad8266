import {
  discardUpload,
  maxBytesOf,
  reserveGeneratedFile,
  completeGeneratedFile,
  type Upload,
} from '#uploads/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ObjectExistsError } from '#platform/storage/storage.ts'
import { runResumable, countBytes, JobFailed } from '../resumable-job.ts'
import { courseToDocument, type DescribedCourse } from '../documents/course-to-document.ts'
import { expireExportJob } from '../job-handles.ts'
import { writeArchive } from '../archives/write-archive.ts'

const retentionMs = 7 * 24 * 3600 * 1000

/**
 * Writes a course to an archive. Safe to repeat: a finished export is left alone; an archive stored but not
 * recorded is deleted and written again, because the course may have changed.
 */
export const runCourseExport = (ctx: CtxWithoutTx, { export_id }: { export_id: string }) =>
  runResumable(ctx, { table: 'course_exports', id: export_id }, async () => {
    const described = await ctx.transact((txCtx) => begin(txCtx, export_id))
    if (!described) return
    const archive = await writeArchive(described, ctx.storage)
    if (archive.size > maxBytesOf('course_archive')) {
      archive.bytes.destroy()
      throw new JobFailed('file_too_large')
    }
    const upload = await ctx
      .transact((txCtx) => reserve(txCtx, export_id, { document: described.document, size: archive.size }))
      .catch((error: unknown) => {
        archive.bytes.destroy()
        throw error
      })
    if (!upload) {
      archive.bytes.destroy()
      return
    }
    const bytes = countBytes(archive.bytes, (done) => ctx.transact((txCtx) => note(txCtx, export_id, done)))
    await ctx.storage.put(upload.object_key, bytes, { size: archive.size }).catch((error: unknown) => {
      if (!(error instanceof ObjectExistsError)) throw error
    })
    await ctx.transact((txCtx) => finish(txCtx, export_id, upload))
  })

/** The current course; null if the export is finished. */
async function begin(ctx: Ctx, export_id: string): Promise<DescribedCourse | null> {
  const { tx, school_id } = ctx
  const transfer = await tx
    .updateTable('course_exports')
    .set({ state: 'running', processed_bytes: 0 })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['course_id', 'upload_id'])
    .executeTakeFirst()
  if (!transfer) return null
  if (transfer.upload_id) await dropUpload(ctx, export_id, transfer.upload_id)
  const course = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('id', '=', transfer.course_id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst()
  if (!course) throw new JobFailed('course_gone')
  return courseToDocument(ctx, course)
}

async function dropUpload(ctx: Ctx, export_id: string, upload_id: string) {
  const { tx, school_id } = ctx
  await tx
    .updateTable('course_exports')
    .set({ upload_id: null })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .execute()
  await discardUpload(ctx, upload_id)
}

/** Null if another worker restarted the export because it considered this one dead. */
async function reserve(
  ctx: Ctx,
  export_id: string,
  { document, size }: Pick<DescribedCourse, 'document'> & { size: number },
) {
  const { tx, school_id } = ctx
  const open = await tx
    .selectFrom('course_exports')
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', '=', 'running')
    .where('upload_id', 'is', null)
    .select('created_by')
    .forUpdate()
    .executeTakeFirst()
  if (!open) return null
  const upload = await reserveGeneratedFile(ctx, {
    owner_id: open.created_by,
    purpose: 'course_archive',
    file_name: `${document.course.course_name}.zip`,
    content_type: 'application/zip',
    size,
  })
  await tx
    .updateTable('course_exports')
    .set({ upload_id: upload.id, total_bytes: size })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .execute()
  return upload
}

const note = ({ tx, school_id }: Ctx, export_id: string, processed_bytes: number) =>
  tx
    .updateTable('course_exports')
    .set({ processed_bytes })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', '=', 'running')
    .execute()

async function finish(ctx: Ctx, export_id: string, upload: Upload) {
  const { tx, school_id, now } = ctx
  const { object_key, file_name, content_type, size } = upload
  const prepared = { object_key, file_name, content_type, size, width: null, height: null }
  const courseExport = await tx
    .selectFrom('course_exports')
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('upload_id', '=', upload.id)
    .where('state', '=', 'running')
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  // Another worker restarted the export because it considered this one dead.
  if (!courseExport) return
  await completeGeneratedFile(ctx, upload.id, prepared)
  await tx
    .updateTable('course_exports')
    .set({ state: 'done', processed_bytes: size, finished_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .execute()
  await ctx.enqueue(expireExportJob, { export_id }, { run_at: new Date(now.getTime() + retentionMs) })
}

/** Deletes an expired archive. Safe to repeat. */
export async function expireCourseExport(ctx: Ctx, { export_id }: { export_id: string }) {
  const { tx, school_id } = ctx
  const row = await tx
    .updateTable('course_exports')
    .set({ state: 'expired' })
    .where('school_id', '=', school_id)
    .where('id', '=', export_id)
    .where('state', '=', 'done')
    .returning('upload_id')
    .executeTakeFirst()
  if (row?.upload_id) await discardUpload(ctx, row.upload_id)
}
