import { sql } from 'kysely'
import { Refusal } from '#platform/contract/refusal.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { releaseCouponOfUnpaid } from '../orders/cancel-order.ts'
import { lockOrder } from '../orders/order-queries.ts'
import {
  findAttempt,
  isLive,
  updateAttempt,
  updateLiveAttempt,
  type AttemptRow,
} from '../records/attempt-queries.ts'
import { isPayable } from '../orders/order-state.ts'
import { mailTransferDecision } from './mail-transfer.ts'

/** Whether staff have a proof to decide about: then the transfer does not expire, and nothing else is started. */
async function isSubmitted({ tx, school_id }: Ctx, id: string) {
  const row = await tx
    .selectFrom('bank_transfers')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('state', '=', 'submitted')
    .select(sql<boolean>`true`.as('is_submitted'))
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a transfer whose time is over and that has no proof to decide about. Returns the state of the attempt. */
export async function expireTransfer(ctx: Ctx, attempt_id: string): Promise<string> {
  const { order_id } = (await findAttempt(ctx, attempt_id))!
  const order = await lockOrder(ctx, order_id)
  const attempt = (await findAttempt(ctx, attempt_id))!
  const isOver = attempt.expires_at.getTime() <= ctx.now.getTime()
  if (!isLive(attempt) || !isOver || (await isSubmitted(ctx, attempt_id))) return attempt.state
  await updateAttempt(ctx, attempt_id, { state: 'expired' })
  await releaseCouponOfUnpaid(ctx, order)
  if (isPayable(order.status)) await mailTransferDecision(ctx, order, { kind: 'expired' })
  return 'expired'
}

/** Ends a transfer because the buyer pays in another way. Refuses while staff check its proof. */
export async function replaceTransfer(ctx: Ctx, { id }: AttemptRow): Promise<void> {
  if (await isSubmitted(ctx, id)) throw new Refusal('transfer_in_review')
  if (!(await updateLiveAttempt(ctx, id, { state: 'expired' }))) throw new Refusal('checkout_in_progress')
}
