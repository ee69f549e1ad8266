import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/context/request-context.ts'
import { verifyPassword } from '#platform/security/passwords.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import {
  recordAttemptInTransaction,
  countLoginFailure,
  clearLoginFailures,
  ensureNotThrottled,
} from '../login-protection/login-attempts.ts'
import { findAccount, getPasswordHash, findUser } from '../users/user-queries.ts'

/** The hash behind the actor's own password; null for somebody without one. */
export const getActorPasswordHash = ({ school_id, actor, transact }: CtxWithoutTx) =>
  transact(async (txCtx) => {
    if (school_id === PLATFORM_ID) return (await findAccount(txCtx, actor.id))?.password_hash ?? null
    return getPasswordHash(txCtx, await findUser(txCtx, actor.id))
  })

/** Refuses a wrong password, which counts as a failed login. Who has no password shows in another way that it is he. */
export async function verifyActorPassword(ctx: CtxWithoutTx, password: string) {
  const stored = await getActorPasswordHash(ctx)
  if (stored !== null) await verifyPasswordWithThrottle(ctx, password, stored)
}

export async function verifyPasswordWithThrottle(ctx: CtxWithoutTx, password: string, stored: string) {
  const attempt = recordAttemptInTransaction(ctx)
  ensureNotThrottled(attempt)
  if (!(await verifyPassword(password, stored))) {
    await countLoginFailure(ctx.db, attempt)
    throw new Refusal('current_password_invalid')
  }
  await clearLoginFailures(ctx.db, attempt)
}
