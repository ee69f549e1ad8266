import { erasureOf, mailProofLink, planErasure, proveSelf, undoErasure } from '#accounts/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { ensure, Refusal } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { erasePersonLater, erasureKey } from './job-handles.ts'
import { mailErasurePlanned } from './mails.ts'
import { mayActFor } from './policy.ts'

export async function eraseMe(
  ctx: OwnCtx,
  proof: Input<typeof contract.eraseMe>,
): Promise<Reply<typeof contract.eraseMe>> {
  await proveSelf(ctx, proof)
  return ctx.transact((inside) => plan(inside, inside.actor.id))
}

export async function erasePerson(
  ctx: Ctx,
  { user_id, reason }: Input<typeof contract.erasePerson>,
): Promise<Reply<typeof contract.erasePerson>> {
  ensure(mayActFor(ctx.actor, await erasureOf(ctx, user_id)))
  return plan(ctx, user_id, reason)
}

async function plan(ctx: Ctx, user_id: string, reason?: string) {
  const { erase_at, is_new, person } = await planErasure(ctx, user_id)
  await ctx.enqueue(erasePersonLater, { user_id }, { run_at: erase_at, job_key: erasureKey(user_id) })
  await ctx.audit('user.erasure_planned', ['user', user_id], { erase_at, ...(reason && { reason }) })
  if (is_new) await mailErasurePlanned(ctx, person, erase_at)
  return { erase_at }
}

export async function keepPerson(
  ctx: Ctx,
  { user_id }: Input<typeof contract.keepPerson>,
): Promise<Reply<typeof contract.keepPerson>> {
  if (!(await undoErasure(ctx, user_id))) throw new Refusal('erasure_not_planned')
  return done
}

export async function mailProof(
  ctx: Ctx,
  { page }: Input<typeof contract.mailProof>,
): Promise<Reply<typeof contract.mailProof>> {
  await mailProofLink(ctx, page)
  return done
}
