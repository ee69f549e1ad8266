import type { OwnCtx } from '#platform/context.ts'
import { found, Refusal } from '#platform/refusal.ts'
import { factorOf, holderOf } from './factor-holder.ts'
import { ensureOwnPassword } from './own-password.ts'
import { ensureCode } from './pass-code.ts'

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
