import type { Selectable } from 'kysely'
import { discardUpload, getUsableUpload } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { StudentImports } from '#platform/database/database-types.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { deleteUploadJob, readListJob, importStudentsJob } from './job-handles.ts'
import { remainingSeats } from './importing/import-lines.ts'
import { ensurePlacementOptions } from './importing/placement-options.ts'

const retentionMs = 30 * 86_400_000

type Shown = Reply<typeof contract.getStudentImport>
type Row = Selectable<StudentImports>

/**
 * Creates an import from an uploaded file and enqueues its reading. Repeating the call returns the same import.
 */
export async function createStudentImport(
  ctx: Ctx,
  { upload_id, dry_run = false, ...options }: Input<typeof contract.createStudentImport>,
): Promise<Shown> {
  const { tx, school_id, actor, now } = ctx
  const existing = await findImportOfUpload(ctx, upload_id)
  if (existing) return importView(ctx, existing)
  const upload = await getUsableUpload(ctx, upload_id, { purpose: 'student_list' })
  await ensurePlacementOptions(ctx, options)
  const id = newId()
  const row = await tx
    .insertInto('student_imports')
    .values({
      school_id,
      id,
      upload_id,
      file_name: upload.file_name,
      starts_immediately: !dry_run,
      options: json(options),
      created_by: actor.id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'upload_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  // A concurrent request created the import.
  if (!row) return createStudentImport(ctx, { upload_id, dry_run, ...options })
  await ctx.enqueue(readListJob, { job_id: id }, { job_key: `read-student-list/${id}` })
  const run_at = new Date(now.getTime() + retentionMs)
  await ctx.enqueue(
    deleteUploadJob,
    { job_id: id },
    { run_at, job_key: `forget-student-list/${id}`, priority: 'late' },
  )
  await ctx.audit('student_import.read', ['student_list', id], { file_name: upload.file_name })
  return importView(ctx, row)
}

/** The import that the actor has created from an upload, if any. */
const findImportOfUpload = ({ tx, school_id, actor }: Ctx, upload_id: string) =>
  tx
    .selectFrom('student_imports')
    .where('school_id', '=', school_id)
    .where('upload_id', '=', upload_id)
    .where('created_by', '=', actor.id)
    .selectAll()
    .executeTakeFirst()

/** Starts the import. Repeating the call changes nothing. */
export async function startStudentImport(
  ctx: Ctx,
  { job_id, ...options }: Input<typeof contract.startStudentImport>,
): Promise<Shown> {
  const row = await getImportRow(ctx, job_id, { lock: true })
  if (row.state === 'running' || row.state === 'done') return importView(ctx, row)
  if (row.state !== 'ready') throw new Refusal('student_import_not_ready')
  await ensurePlacementOptions(ctx, options)
  const started = await ctx.tx
    .updateTable('student_imports')
    .set({ state: 'running', options: json(options), created_by: ctx.actor.id })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', job_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.enqueue(importStudentsJob, { job_id }, { priority: 'late', job_key: `take-students/${job_id}` })
  await ctx.audit('student_import.started', ['student_list', job_id], {
    file_name: row.file_name,
    ...options,
  })
  return importView(ctx, started)
}

export const getStudentImport = async (ctx: Ctx, { job_id }: Input<typeof contract.getStudentImport>) =>
  importView(ctx, await getImportRow(ctx, job_id))

/** A running step ends first; the next one finds nothing to do. */
export async function discardStudentImport(
  ctx: Ctx,
  { job_id }: Input<typeof contract.discardStudentImport>,
): Promise<Reply<typeof contract.discardStudentImport>> {
  const { file_name, state } = await getImportRow(ctx, job_id, { lock: true })
  await deleteStudentImport(ctx, { job_id })
  await ctx.audit('student_import.discarded', ['student_list', job_id], { file_name, state })
  return okReply
}

/** Deletes an import with its lines and, if it was never read, its file. Safe to repeat. */
export async function deleteStudentImport(ctx: Ctx, { job_id }: { job_id: string }) {
  const deleted = await ctx.tx
    .deleteFrom('student_imports')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', job_id)
    .returning(['state', 'upload_id'])
    .executeTakeFirst()
  if (deleted?.state === 'reading') await discardUpload(ctx, deleted.upload_id)
}

export async function getImportRow({ tx, school_id }: Ctx, id: string, { lock = false } = {}): Promise<Row> {
  const query = tx
    .selectFrom('student_imports')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .selectAll()
  return ensureFound(await (lock ? query.forUpdate() : query).executeTakeFirst())
}

export async function importView(ctx: Ctx, row: Row): Promise<Shown> {
  const { id, columns, state, encoding, failure, ...rest } = row
  return {
    ...rest,
    job_id: id,
    state: state as Shown['state'],
    encoding: encoding as Shown['encoding'],
    failure: failure as Shown['failure'],
    // Written by `finishReading` only; jsonb columns have no type.
    columns: columns as unknown as Shown['columns'],
    seats_left: state === 'ready' ? await remainingSeats(ctx) : null,
  }
}
