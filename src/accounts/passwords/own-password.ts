import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/context/request-context.ts'
import { passwordFits } from '#platform/security/passwords.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { attemptInside, countFailure, passTries, refuseStopped } from '../login-protection/login-attempts.ts'
import { accountById, passwordHashOf, userById } from '../users/user-queries.ts'

/** The hash behind the actor's own password; null for somebody without one. */
export const ownPasswordHash = ({ school_id, actor, transact }: OwnCtx) =>
  transact(async (inside) => {
    if (school_id === PLATFORM_ID) return (await accountById(inside, actor.id))?.password_hash ?? null
    return passwordHashOf(inside, await userById(inside, actor.id))
  })

/** Refuses a wrong password, which counts as a failed login. Who has no password shows in another way that it is he. */
export async function ensureOwnPassword(ctx: OwnCtx, password: string) {
  const stored = await ownPasswordHash(ctx)
  if (stored !== null) await ensurePassword(ctx, password, stored)
}

export async function ensurePassword(ctx: OwnCtx, password: string, stored: string) {
  const attempt = attemptInside(ctx)
  refuseStopped(attempt)
  if (!(await passwordFits(password, stored))) {
    await countFailure(ctx.db, attempt)
    throw new Refusal('current_password_wrong')
  }
  await passTries(ctx.db, attempt)
}
