import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { factorHolder } from '../second-factor/factor-owner.ts'
import { consumeTokenForUser } from '../sessions/one-time-tokens.ts'
import { verifyPasswordWithThrottle, getActorPasswordHash } from '../passwords/verify-actor-password.ts'
import { verifyFactorCode } from '../second-factor/verify-code.ts'

/** One of these is required: an open session alone may be used by another person. */
export interface IdentityProof {
  password?: string | undefined
  /** Code of the app, or a recovery code. */
  code?: string | undefined
  /** Token of a mailed link. */
  token?: string | undefined
}

/** Reauthenticates the actor; refuses otherwise. Attempts count like those of a login. */
export async function verifyIdentity(ctx: CtxWithoutTx, { password, code, token }: IdentityProof) {
  if (token) {
    const owner = await ctx.transact((txCtx) => consumeTokenForUser(txCtx, ['reauthenticate'], token))
    if (owner !== ctx.actor.id) throw new Refusal('token_invalid')
    return
  }
  if (code) return verifyFactorCode(ctx, factorHolder(ctx.school_id, ctx.actor), code)
  const stored = password ? await getActorPasswordHash(ctx) : null
  if (!password || stored === null) throw new Refusal('reauthentication_required')
  await verifyPasswordWithThrottle(ctx, password, stored)
}
