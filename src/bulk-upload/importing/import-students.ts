import { sql, type Selectable } from 'kysely'
import { resolveActor } from '#accounts/index.ts'
import { findActiveClient } from '#api-clients/index.ts'
import { isAdmin, type Actor, type Ctx, type CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { StudentUploads } from '#platform/database/database-types.ts'
import { runResumable, JobFailed } from '../resumable-job.ts'
import { importStudentsJob } from '../job-handles.ts'
import { importLines, type LineResult } from './import-lines.ts'
import type { PlacementOptions } from './placement-options.ts'

const linesAtOnce = 100
/** Beyond so many students who were here already, who may all be mailed, the next step waits. */
const atFullSpeed = 500
const pauseMs = 30_000

/**
 * Works some lines of a list through and comes back for the rest. What a step did and how far it came commit together,
 * so a step that was interrupted is taken again from its beginning.
 */
export const importStudents = (ctx: CtxWithoutTx, { job_id }: { job_id: string }) =>
  runResumable(ctx, job_id, () => ctx.transact((txCtx) => step(txCtx, job_id)))

async function step(ctx: Ctx, job_id: string) {
  const { tx, school_id, now } = ctx
  // Of two lists at once the second sees whom the first invited, and no two take the last place of the plan.
  await tx.selectFrom('schools').where('school_id', '=', school_id).select('school_id').forUpdate().execute()
  const upload = await tx
    .selectFrom('student_uploads')
    .where('school_id', '=', school_id)
    .where('id', '=', job_id)
    .where('state', '=', 'running')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!upload) return
  const actor = await whoAsked(ctx, upload.created_by)
  if (!actor) throw new JobFailed('not_allowed')
  // From here on, whoever uploaded the list does what is done.
  ctx.actor = actor

  const lines = await nextLines(ctx, upload)
  const taken = await importLines(ctx, lines, upload.wishes as PlacementOptions)
  await note(ctx, upload, taken)
  if (lines.length < linesAtOnce) return finish(ctx, job_id)
  const isMailing = upload.placed_count >= atFullSpeed && taken.some(({ outcome }) => outcome === 'placed')
  const run_at = isMailing ? new Date(now.getTime() + pauseMs) : now
  await ctx.enqueue(
    importStudentsJob,
    { job_id },
    { urgency: 'late', job_key: `take-students/${job_id}`, run_at },
  )
}

/** Who uploaded the list, while that one may still do so. */
async function whoAsked(ctx: Ctx, id: string): Promise<Actor | null> {
  const person = await resolveActor(ctx, id)
  if (person) return isAdmin(person) ? person : null
  const client = await findActiveClient(ctx, id)
  return client?.scopes?.includes('people:write') ? client.actor : null
}

const nextLines = ({ tx, school_id }: Ctx, { id, done_line }: Selectable<StudentUploads>) =>
  tx
    .selectFrom('student_upload_lines')
    .where('school_id', '=', school_id)
    .where('student_upload_id', '=', id)
    .where('line', '>', done_line)
    .where('verdict', 'in', ['new', 'here', 'waiting'])
    .select(['line', 'name', 'email', 'user_code', 'faculty_ids'])
    .orderBy('line')
    .limit(linesAtOnce)
    .execute()

/** Writes what became of the lines, and how far the list is. */
async function note(
  { tx, school_id }: Ctx,
  { id }: Selectable<StudentUploads>,
  taken: readonly LineResult[],
) {
  if (taken.length === 0) return
  const rows = JSON.stringify(taken)
  await sql`update student_upload_lines l
    set outcome = t.outcome, code = t.code, verdict = case when t.code is null then l.verdict else 'fault' end
    from jsonb_to_recordset(${rows}::jsonb) as t (line int, outcome text, code text)
    where l.school_id = ${school_id}::uuid and l.student_upload_id = ${id}::uuid and l.line = t.line`.execute(
    tx,
  )
  const count = (outcome: LineResult['outcome']) => taken.filter((one) => one.outcome === outcome).length
  await tx
    .updateTable('student_uploads')
    .set((eb) => ({
      done_line: taken.at(-1)!.line,
      done_count: eb('done_count', '+', taken.length),
      added_count: eb('added_count', '+', count('added')),
      invited_count: eb('invited_count', '+', count('invited')),
      placed_count: eb('placed_count', '+', count('placed')),
      unchanged_count: eb('unchanged_count', '+', count('unchanged')),
      fault_count: eb('fault_count', '+', count(null)),
      attempts: 0,
    }))
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
}

async function finish(ctx: Ctx, job_id: string) {
  const done = await ctx.tx
    .updateTable('student_uploads')
    .set({ state: 'done', finished_at: ctx.now })
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', job_id)
    .returning([
      'file_name',
      'added_count',
      'invited_count',
      'placed_count',
      'unchanged_count',
      'fault_count',
    ])
    .executeTakeFirstOrThrow()
  await ctx.audit('student_list.done', ['student_list', job_id], { ...done, asked_by: ctx.actor.id })
}
