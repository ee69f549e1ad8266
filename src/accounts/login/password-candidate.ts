import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { ensureAllowed } from '#platform/contract/refusal.ts'
import type { Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { loginReply, completeLogin } from '../sessions/complete-login.ts'
import { setDeviceCookie } from '../login-protection/known-devices.ts'
import {
  visitorLoginAttempt,
  failureWindows,
  clearLoginFailures,
  unknownLoginSubject,
  type LoginAttempt,
} from '../login-protection/login-attempts.ts'
import { mayLogIn } from '../policy.ts'
import type { LoginUser } from '../users/user-queries.ts'
import type { LoginRole } from '../users/roles.ts'
import { issueChallenge, requiredChallenge, throwIfChallenged } from '../second-factor/login-challenge.ts'
import { needsOnlySession, startSessionUnlessCounted } from '../sessions/session.ts'
import { policyUser } from '../users/user-details-view.ts'

/** What a password is tried at: a login role with its account, if there is one. */
export interface PasswordCandidate {
  kind: LoginRole
  found: LoginUser | undefined
  /** Hash of the account's password; null if there is none. */
  stored: string | null
  attempt: LoginAttempt
}

/** The candidate of a login role. An unknown person is counted like a known one. */
export function passwordCandidate(
  ctx: CtxWithoutTx,
  kind: LoginRole,
  { found, user_code }: { found: LoginUser | undefined; user_code: string },
): PasswordCandidate {
  const stored = found?.credentials.password_hash ?? null
  const account = found ? accountOf(found) : unknownLoginSubject(ctx.school_id, kind, user_code)
  const device = found ? { id: account, password_hash: stored } : null
  return { kind, found, stored, attempt: visitorLoginAttempt(ctx, account, device) }
}

/** Attempts of an owner are counted for all schools together: they share one password. */
const accountOf = ({ user }: LoginUser) => user.account_id ?? user.id

/** Whether the account may log in at all. */
export const loginVerdict = ({ user }: LoginUser) => mayLogIn(policyUser(user))

/** Completes the login of a person whose password is right, or requires a second factor. */
export async function finishPasswordLogin(
  ctx: CtxWithoutTx,
  { attempt }: PasswordCandidate,
  found: LoginUser,
): Promise<Reply<typeof contract.loginStudent>> {
  const { user } = found
  const requirement = requiredChallenge(ctx.school, user, found.credentials)
  const verdict = loginVerdict(found)
  if (requirement === 'none' && verdict.allowed && needsOnlySession(ctx, user)) {
    const user_token = await startSessionUnlessCounted(ctx, user.id, failureWindows(attempt))
    if (user_token) {
      setDeviceCookie(ctx, { id: accountOf(found), password_hash: found.credentials.password_hash ?? null })
      return loginReply({ ...found, user_token })
    }
  }
  const result = await ctx.transact(async (txCtx) => {
    await clearLoginFailures(txCtx.tx, attempt)
    ensureAllowed(verdict)
    return requirement === 'none'
      ? completeLogin(txCtx, user)
      : issueChallenge(txCtx, user.id, { requirement })
  })
  return throwIfChallenged(result)
}
