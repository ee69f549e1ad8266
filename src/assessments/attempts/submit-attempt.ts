import { Refusal } from '#platform/contract/refusal.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { gradeAttempts } from '../grading/grade-attempts.ts'
import { isOverdue } from './attempt-state.ts'
import { getOwnAttempt, statusOf } from './queries.ts'
import { submitOverdue } from './submit-due-attempts.ts'

/** Submits and grades an attempt. Waits for saves that are being stored; later ones are refused. */
export async function submitAttempt(ctx: Ctx, { id, holder }: Input<typeof contract.submitAttempt>) {
  const attempt = await getOwnAttempt(ctx, id, { lock: true })
  if (attempt.state === 'running') {
    if (isOverdue(attempt, ctx.now)) await submitOverdue(ctx, [id])
    else await submitByStudent(ctx, attempt, holder)
  }
  return statusOf(ctx, await getOwnAttempt(ctx, id))
}

async function submitByStudent(
  ctx: Ctx,
  { id, deadline_at, holder: newest }: { id: string; deadline_at: Date | null; holder: number },
  holder: number,
) {
  if (holder < newest) throw new Refusal('attempt_taken_over')
  const { tx, school_id, now } = ctx
  const submitted_at = deadline_at && deadline_at < now ? deadline_at : now
  await tx
    .updateTable('attempts')
    .set({ state: 'submitted', submitted_at, submitted_by: 'student' })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  await gradeAttempts(ctx, [id])
}
