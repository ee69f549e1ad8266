import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { verifyPassword } from '#platform/security/passwords.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import {
  recordAttemptInTransaction,
  countLoginFailure,
  clearLoginFailures,
  ensureNotThrottled,
} from '../login-protection/login-attempts.ts'
import { findAccount, getPasswordHash, findUser } from '../users/user-queries.ts'

/** Hash of the actor's password; null for a person without one. */
export const getActorPasswordHash = ({ school_id, actor, transact }: CtxWithoutTx) =>
  transact(async (txCtx) => {
    if (school_id === PLATFORM_ID) return (await findAccount(txCtx, actor.id))?.password_hash ?? null
    return getPasswordHash(txCtx, await findUser(txCtx, actor.id))
  })

/**
 * Refuses a wrong password, which counts as a failed login. People without a password must verify in another way.
 */
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
