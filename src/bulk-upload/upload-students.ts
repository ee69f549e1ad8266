import type { Selectable } from 'kysely'
import { discardUpload, useUpload } from '#uploads/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import type { StudentUploads } from '#platform/database/database-types.ts'
import { found, Refusal } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from './contract.ts'
import { forgetLater, readLater, takeLater } from './job-handles.ts'
import { placesToGive } from './importing/import-lines.ts'
import { ensureWishes } from './importing/placement-options.ts'

const keptMs = 30 * 86_400_000

type Shown = Reply<typeof contract.showStudentUpload>
type Row = Selectable<StudentUploads>

/** Takes a list that was sent. It is read by a job; named twice, it is one list. */
export async function uploadStudents(
  ctx: Ctx,
  { upload_id, dry_run = false, ...wishes }: Input<typeof contract.uploadStudents>,
): Promise<Shown> {
  const { tx, school_id, actor, now } = ctx
  const known = await tx
    .selectFrom('student_uploads')
    .where('school_id', '=', school_id)
    .where('upload_id', '=', upload_id)
    .where('created_by', '=', actor.id)
    .selectAll()
    .executeTakeFirst()
  if (known) return shown(ctx, known)
  const upload = await useUpload(ctx, upload_id, 'student_list')
  await ensureWishes(ctx, wishes)
  const id = newId()
  const row = await tx
    .insertInto('student_uploads')
    .values({
      school_id,
      id,
      upload_id,
      file_name: upload.file_name,
      starts_at_once: !dry_run,
      wishes: json(wishes),
      created_by: actor.id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'upload_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  // Somebody sent the same one at the same moment.
  if (!row) return uploadStudents(ctx, { upload_id, dry_run, ...wishes })
  await ctx.enqueue(readLater, { job_id: id }, { job_key: `read-student-list/${id}` })
  const run_at = new Date(now.getTime() + keptMs)
  await ctx.enqueue(
    forgetLater,
    { job_id: id },
    { run_at, job_key: `forget-student-list/${id}`, urgency: 'late' },
  )
  await ctx.audit('student_list.read', ['student_list', id], { file_name: upload.file_name })
  return shown(ctx, row)
}

/** Begins to work a list through. Pressed twice, it begins once. */
export async function startStudentUpload(
  ctx: Ctx,
  { job_id, ...wishes }: Input<typeof contract.startStudentUpload>,
): Promise<Shown> {
  const row = await uploadRow(ctx, job_id, { lock: true })
  if (row.state === 'running' || row.state === 'done') return shown(ctx, row)
  if (row.state !== 'ready') throw new Refusal('student_list_unread')
  await ensureWishes(ctx, wishes)
  const started = await ctx.tx
    .updateTable('student_uploads')
    .set({ state: 'running', wishes: json(wishes), created_by: ctx.actor.id })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', job_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await ctx.enqueue(takeLater, { job_id }, { urgency: 'late', job_key: `take-students/${job_id}` })
  await ctx.audit('student_list.started', ['student_list', job_id], {
    file_name: row.file_name,
    ...wishes,
  })
  return shown(ctx, started)
}

export const showStudentUpload = async (ctx: Ctx, { job_id }: Input<typeof contract.showStudentUpload>) =>
  shown(ctx, await uploadRow(ctx, job_id))

/** A step that is under way ends first; the next one finds nothing. */
export async function discardStudentUpload(
  ctx: Ctx,
  { job_id }: Input<typeof contract.discardStudentUpload>,
): Promise<Reply<typeof contract.discardStudentUpload>> {
  const { file_name, state } = await uploadRow(ctx, job_id, { lock: true })
  await forgetStudentUpload(ctx, { job_id })
  await ctx.audit('student_list.discarded', ['student_list', job_id], { file_name, state })
  return done
}

/** Deletes a list with its lines, and its file where that was never read. Again, it does nothing. */
export async function forgetStudentUpload(ctx: Ctx, { job_id }: { job_id: string }) {
  const gone = await ctx.tx
    .deleteFrom('student_uploads')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', job_id)
    .returning(['state', 'upload_id'])
    .executeTakeFirst()
  if (gone?.state === 'reading') await discardUpload(ctx, gone.upload_id)
}

export async function uploadRow({ tx, school_id }: Ctx, id: string, { lock = false } = {}): Promise<Row> {
  const query = tx
    .selectFrom('student_uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .selectAll()
  return found(await (lock ? query.forUpdate() : query).executeTakeFirst())
}

export async function shown(ctx: Ctx, row: Row): Promise<Shown> {
  const { id, columns, state, encoding, failure, ...rest } = row
  return {
    ...rest,
    job_id: id,
    state: state as Shown['state'],
    encoding: encoding as Shown['encoding'],
    failure: failure as Shown['failure'],
    // Written by `endReading` alone; jsonb has no type of its own.
    columns: columns as unknown as Shown['columns'],
    places_left: state === 'ready' ? await placesToGive(ctx) : null,
  }
}
