import { sql, type Selectable } from 'kysely'
import { resolveActor } from '#accounts/index.ts'
import { findActiveClient } from '#api-clients/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { isAdmin, type Actor } from '#tenancy/access/actor.ts'
import type { StudentImports } from '#platform/database/database-types.ts'
import { runResumable, JobFailed } from '../resumable-job.ts'
import { importStudentsJob } from '../job-handles.ts'
import { importLines, type LineResult } from './import-lines.ts'
import type { PlacementOptions } from './placement-options.ts'

const linesAtOnce = 100
/** After so many existing students, who may all be mailed, the next step is delayed. */
const atFullSpeed = 500
const pauseMs = 30_000

/**
 * Imports some lines and enqueues the next step. Effects and position commit together, so an interrupted step is
 * repeated from its beginning.
 */
export const importStudents = (ctx: CtxWithoutTx, { job_id }: { job_id: string }) =>
  runResumable(ctx, job_id, () => ctx.transact((txCtx) => step(txCtx, job_id)))

async function step(ctx: Ctx, job_id: string) {
  const { tx, school_id, now } = ctx
  // Locks the school, so that concurrent imports see each other's invitations and seats.
  await tx.selectFrom('schools').where('school_id', '=', school_id).select('school_id').forUpdate().execute()
  const upload = await tx
    .selectFrom('student_imports')
    .where('school_id', '=', school_id)
    .where('id', '=', job_id)
    .where('state', '=', 'running')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!upload) return
  const actor = await findUploader(ctx, upload.created_by)
  if (!actor) throw new JobFailed('not_allowed')
  // From here on the uploader is the actor.
  ctx.actor = actor

  const lines = await nextLines(ctx, upload)
  const taken = await importLines(ctx, lines, upload.options as PlacementOptions)
  await note(ctx, upload, taken)
  if (lines.length < linesAtOnce) return finish(ctx, job_id)
  const isMailing = upload.assigned_count >= atFullSpeed && taken.some(({ result }) => result === 'assigned')
  const run_at = isMailing ? new Date(now.getTime() + pauseMs) : now
  await ctx.enqueue(
    importStudentsJob,
    { job_id },
    { priority: 'late', job_key: `take-students/${job_id}`, run_at },
  )
}

/** The uploader, if still permitted to import. */
async function findUploader(ctx: Ctx, id: string): Promise<Actor | null> {
  const person = await resolveActor(ctx, id)
  if (person) return isAdmin(person) ? person : null
  const client = await findActiveClient(ctx, id)
  return client?.scopes?.includes('people:write') ? client.actor : null
}

const nextLines = ({ tx, school_id }: Ctx, { id, last_processed_line }: Selectable<StudentImports>) =>
  tx
    .selectFrom('student_import_lines')
    .where('school_id', '=', school_id)
    .where('student_import_id', '=', id)
    .where('line', '>', last_processed_line)
    .where('status', 'in', ['new', 'existing', 'already_invited'])
    .select(['line', 'name', 'email', 'user_code', 'faculty_ids'])
    .orderBy('line')
    .limit(linesAtOnce)
    .execute()

/** Stores the results of the lines and the position. */
async function note(
  { tx, school_id }: Ctx,
  { id }: Selectable<StudentImports>,
  taken: readonly LineResult[],
) {
  if (taken.length === 0) return
  const rows = JSON.stringify(taken)
  await sql`update student_import_lines l
    set result = t.result, error_code = t.code, status = case when t.code is null then l.status else 'invalid' end
    from jsonb_to_recordset(${rows}::jsonb) as t (line int, result text, code text)
    where l.school_id = ${school_id}::uuid and l.student_import_id = ${id}::uuid and l.line = t.line`.execute(
    tx,
  )
  const count = (result: LineResult['result']) => taken.filter((one) => one.result === result).length
  await tx
    .updateTable('student_imports')
    .set((eb) => ({
      last_processed_line: taken.at(-1)!.line,
      processed_count: eb('processed_count', '+', taken.length),
      added_count: eb('added_count', '+', count('added')),
      invited_count: eb('invited_count', '+', count('invited')),
      assigned_count: eb('assigned_count', '+', count('assigned')),
      unchanged_count: eb('unchanged_count', '+', count('unchanged')),
      invalid_count: eb('invalid_count', '+', count(null)),
      attempts: 0,
    }))
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
}

async function finish(ctx: Ctx, job_id: string) {
  const done = await ctx.tx
    .updateTable('student_imports')
    .set({ state: 'done', finished_at: ctx.now })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', job_id)
    .returning([
      'file_name',
      'added_count',
      'invited_count',
      'assigned_count',
      'unchanged_count',
      'invalid_count',
    ])
    .executeTakeFirstOrThrow()
  await ctx.audit('student_import.completed', ['student_list', job_id], {
    ...done,
    requested_by: ctx.actor.id,
  })
}
