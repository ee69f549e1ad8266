import type { Selectable } from 'kysely'
import { getUsableUpload } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { CourseImports } from '#platform/database/database-types.ts'
import { ensureAllowed, ensureFound, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type { ReportItem } from '../documents/sanitize-document.ts'
import type * as contract from '../contract.ts'
import { importCourseJob } from '../job-handles.ts'
import { mayViewTransfer } from '../policy.ts'

/** Accepts an uploaded archive and enqueues its import. An archive that is sent twice becomes one course. */
export async function importCourse(ctx: Ctx, { upload_id, ...options }: Input<typeof contract.importCourse>) {
  const upload = await getUsableUpload(ctx, upload_id, { purpose: 'course_archive' })
  const { tx, school_id, actor, now } = ctx
  const id = newId()
  const row = await tx
    .insertInto('course_imports')
    .values({
      school_id,
      id,
      upload_id,
      total_bytes: upload.size,
      options: json(options),
      created_by: actor.id,
      created_at: now,
    })
    .onConflict((oc) => oc.columns(['school_id', 'upload_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return refuseInvalidField('upload_id', 'archive_taken', 'This archive was already imported.')
  await ctx.enqueue(importCourseJob, { import_id: id }, { job_key: `import-course/${id}` })
  await ctx.audit('course.import_started', ['import', id], { file_name: upload.file_name })
  return importView(row)
}

export async function getImport(ctx: Ctx, { id }: Input<typeof contract.getImport>) {
  const row = ensureFound(
    await ctx.tx
      .selectFrom('course_imports')
      .where('school_id', '=', ctx.school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )
  ensureAllowed(mayViewTransfer(ctx.actor, row))
  return importView(row)
}

const importView = ({
  state,
  report,
  ...row
}: Selectable<CourseImports>): Reply<typeof contract.getImport> => ({
  ...row,
  state: state as 'done',
  report: report as unknown as ReportItem[],
})
