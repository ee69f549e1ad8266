import type { Input } from '#platform/contract/route.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { stateAt } from './attempt-state.ts'
import { getOwnAttempt, statusOf } from './queries.ts'

/** Opens a running attempt with the next holder, so that older openings learn that they are read-only. */
export async function holdAttempt(ctx: Ctx, { id }: Input<typeof contract.holdAttempt>) {
  const attempt = await getOwnAttempt(ctx, id, { lock: true })
  if (stateAt({ ...attempt, is_released: false }, ctx.now) !== 'running') return statusOf(ctx, attempt)
  const { tx, school_id } = ctx
  const holder = attempt.holder + 1
  await tx
    .updateTable('attempts')
    .set({ holder })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
  return statusOf(ctx, { ...attempt, holder })
}

export async function getAttemptStatus(ctx: Ctx, { id }: Input<typeof contract.getAttemptStatus>) {
  return statusOf(ctx, await getOwnAttempt(ctx, id))
}
