import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { holderOf } from '../second-factor/factor-holder.ts'
import { spendToken } from '../sessions/one-time-tokens.ts'
import { ensurePassword, ownPasswordHash } from '../passwords/own-password.ts'
import { ensureCode } from '../second-factor/verify-code.ts'

/** One of these, each of them fresh: a session alone may be somebody who found an open laptop. */
export interface Proof {
  password?: string | undefined
  /** Of the app, or a recovery code. */
  code?: string | undefined
  /** Of a link that was mailed. */
  token?: string | undefined
}

/** Refuses unless the actor shows anew that it is he or she. Tries are counted as those of a login are. */
export async function proveSelf(ctx: OwnCtx, { password, code, token }: Proof) {
  if (token) {
    const owner = await ctx.transact((inside) => spendToken(inside, ['prove_self'], token))
    if (owner !== ctx.actor.id) throw new Refusal('token_invalid')
    return
  }
  if (code) return ensureCode(ctx, holderOf(ctx.school_id, ctx.actor), code)
  const stored = password ? await ownPasswordHash(ctx) : null
  if (!password || stored === null) throw new Refusal('proof_required')
  await ensurePassword(ctx, password, stored)
}
