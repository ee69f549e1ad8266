import { ensureCode, holderOf, openVisit, raiseVisitUntil } from '#accounts/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { ensure, found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { mayRaise } from './policy.ts'
import { ensureAppCode, soundReason } from './sound-request.ts'

type Visit = Reply<typeof contract.myVisit>

export async function myVisit(ctx: Ctx): Promise<Visit> {
  ensure(mayRaise(ctx.actor))
  return found(await openVisit(ctx, ctx.actor.id))
}

export async function raiseVisit(
  ctx: OwnCtx,
  { reason, minutes, code }: Input<typeof contract.raiseVisit>,
): Promise<Reply<typeof contract.raiseVisit>> {
  ensure(mayRaise(ctx.actor))
  const raise_reason = soundReason(reason)
  ensureAppCode(code)
  const { id, email } = ctx.actor
  const { account_id } = found(await ctx.transact((inside) => openVisit(inside, id)))
  await ensureCode(ctx, holderOf(ctx.school_id, { id: account_id, account_id }), code)
  return ctx.transact(async (inside) => {
    const visit = found(await openVisit(inside, id))
    // Never longer than the visit itself.
    const raised_until = new Date(Math.min(ctx.now.getTime() + minutes * 60_000, visit.ends_at.getTime()))
    await raiseVisitUntil(inside, id, { raised_until, raise_reason })
    const change = { email, reason: raise_reason, raised_until: raised_until.toISOString() }
    await inside.audit('support.raised', ['support_visit', id], change)
    return { ...visit, raised_until, raise_reason }
  })
}
