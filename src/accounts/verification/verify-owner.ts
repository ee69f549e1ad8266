import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { found, Refusal } from '#platform/contract/refusal.ts'
import { factorOf, holderOf } from '../second-factor/factor-holder.ts'
import { ensureOwnPassword } from '../passwords/own-password.ts'
import { ensureCode } from '../second-factor/verify-code.ts'

export interface OwnerProof {
  password: string
  /** Of the app, or a recovery code; asked of whoever has a second factor. */
  code?: string | undefined
}

/** Before a school changes hands or ends: the password and, where there is one, the second factor, both just now. */
export async function proveOwner(ctx: OwnCtx, { password, code }: OwnerProof) {
  await ensureOwnPassword(ctx, password)
  const holder = holderOf(ctx.school_id, ctx.actor)
  const factor = found(await ctx.transact((inside) => factorOf(inside, holder)))
  if (!factor.totp_confirmed_at) return
  if (!code) throw new Refusal('second_factor_required')
  await ensureCode(ctx, holder, code)
}
