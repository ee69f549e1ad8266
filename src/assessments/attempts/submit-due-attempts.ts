import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { gradeAttemptsJob } from '../job-handles.ts'
import { graceMs } from './attempt-state.ts'

/** Attempts that one transaction submits, so that locks are short; they are graded by a job of their own. */
export const attemptsAtOnce = 100

/** Submits these running attempts with the time of their deadline, and has them graded. */
export async function submitOverdue(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { tx, school_id } = ctx
  const submitted = await tx
    .updateTable('attempts')
    .set((eb) => ({ state: 'submitted', submitted_at: eb.ref('deadline_at'), submitted_by: 'deadline' }))
    .where('school_id', '=', school_id)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  const attempt_ids = submitted.map(({ id }) => id).toSorted()
  if (attempt_ids.length > 0) await ctx.enqueue(gradeAttemptsJob, { attempt_ids }, { priority: 'soon' })
}

/**
 * Submits up to 100 attempts whose time was over at `now`, of one assessment or of all. Returns how many. A save that is
 * being stored is waited for.
 */
export async function submitDueAttempts(
  ctx: Ctx,
  { assessment_id, now }: { assessment_id?: string; now: Date },
): Promise<number> {
  const { tx, school_id } = ctx
  let due = tx
    .selectFrom('attempts')
    .where('school_id', '=', school_id)
    .where('state', '=', 'running')
    .where('deadline_at', '<', new Date(now.getTime() - graceMs))
    .orderBy('deadline_at')
    .orderBy('id')
    .limit(attemptsAtOnce)
    .select('id')
  if (assessment_id) due = due.where('assessment_id', '=', assessment_id)
  const rows = await due.forNoKeyUpdate().execute()
  await submitOverdue(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.length
}
