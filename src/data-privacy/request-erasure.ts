import {
  getScheduledErasure,
  mailVerificationLink,
  scheduleErasure,
  verifyIdentity,
  cancelErasure,
} from '#accounts/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { erasePersonJob, erasureJobKey } from './job-handles.ts'
import { mailErasureScheduled } from './mails.ts'
import { mayManagePersonalData } from './policy.ts'

export async function requestMyErasure(
  ctx: CtxWithoutTx,
  proof: Input<typeof contract.requestMyErasure>,
): Promise<Reply<typeof contract.requestMyErasure>> {
  await verifyIdentity(ctx, proof)
  return ctx.transact((txCtx) => plan(txCtx, txCtx.actor.id))
}

export async function requestUserErasure(
  ctx: Ctx,
  { user_id, reason }: Input<typeof contract.requestUserErasure>,
): Promise<Reply<typeof contract.requestUserErasure>> {
  ensureAllowed(mayManagePersonalData(ctx.actor, await getScheduledErasure(ctx, user_id)))
  return plan(ctx, user_id, reason)
}

async function plan(ctx: Ctx, user_id: string, reason?: string) {
  const { erase_at, is_new, person } = await scheduleErasure(ctx, user_id)
  await ctx.enqueue(erasePersonJob, { user_id }, { run_at: erase_at, job_key: erasureJobKey(user_id) })
  await ctx.audit('user.erasure_scheduled', ['user', user_id], { erase_at, ...(reason && { reason }) })
  if (is_new) await mailErasureScheduled(ctx, person, erase_at)
  return { erase_at }
}

export async function cancelUserErasure(
  ctx: Ctx,
  { user_id }: Input<typeof contract.cancelUserErasure>,
): Promise<Reply<typeof contract.cancelUserErasure>> {
  if (!(await cancelErasure(ctx, user_id))) throw new Refusal('erasure_not_scheduled')
  return okReply
}

export async function mailReauthLink(
  ctx: Ctx,
  { page }: Input<typeof contract.mailReauthLink>,
): Promise<Reply<typeof contract.mailReauthLink>> {
  await mailVerificationLink(ctx, page)
  return okReply
}
