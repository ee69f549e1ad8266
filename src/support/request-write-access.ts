import { verifyFactorCode, factorHolder, findActiveVisit, grantVisitWriteAccess } from '#accounts/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { mayRequestWriteAccess } from './policy.ts'
import { validateTotpFormat, validateReason } from './validate-visit-request.ts'

type Visit = Reply<typeof contract.getMyVisit>

export async function getMyVisit(ctx: Ctx): Promise<Visit> {
  ensureAllowed(mayRequestWriteAccess(ctx.actor))
  return ensureFound(await findActiveVisit(ctx, ctx.actor.id))
}

export async function requestWriteAccess(
  ctx: CtxWithoutTx,
  { reason, minutes, code }: Input<typeof contract.requestWriteAccess>,
): Promise<Reply<typeof contract.requestWriteAccess>> {
  ensureAllowed(mayRequestWriteAccess(ctx.actor))
  const write_access_reason = validateReason(reason)
  validateTotpFormat(code)
  const { id, email } = ctx.actor
  const { account_id } = ensureFound(await ctx.transact((txCtx) => findActiveVisit(txCtx, id)))
  await verifyFactorCode(ctx, factorHolder(ctx.school_id, { id: account_id, account_id }), code)
  return ctx.transact(async (txCtx) => {
    const visit = ensureFound(await findActiveVisit(txCtx, id))
    // At most until the end of the visit.
    const write_access_until = new Date(
      Math.min(ctx.now.getTime() + minutes * 60_000, visit.ends_at.getTime()),
    )
    await grantVisitWriteAccess(txCtx, id, { write_access_until, write_access_reason })
    const change = {
      email,
      reason: write_access_reason,
      write_access_until: write_access_until.toISOString(),
    }
    await txCtx.audit('support.write_access_granted', ['support_visit', id], change)
    return { ...visit, write_access_until, write_access_reason }
  })
}
