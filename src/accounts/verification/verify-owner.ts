import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { getFactor, factorHolder } from '../second-factor/factor-owner.ts'
import { verifyActorPassword } from '../passwords/verify-actor-password.ts'
import { verifyFactorCode } from '../second-factor/verify-code.ts'

export interface OwnerCredentials {
  password: string
  /** Code of the app, or a recovery code; required with a second factor. */
  code?: string | undefined
}

/**
 * Reauthenticates an owner before a school is transferred or closed: password and, if enrolled, second factor.
 */
export async function verifyOwner(ctx: CtxWithoutTx, { password, code }: OwnerCredentials) {
  await verifyActorPassword(ctx, password)
  const holder = factorHolder(ctx.school_id, ctx.actor)
  const factor = ensureFound(await ctx.transact((txCtx) => getFactor(txCtx, holder)))
  if (!factor.totp_confirmed_at) return
  if (!code) throw new Refusal('second_factor_required')
  await verifyFactorCode(ctx, holder, code)
}
