import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { verifyPassword } from '#platform/security/passwords.ts'
import { ensureAllowed, Refusal, refuseInvalidField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { completeLogin } from '../sessions/complete-login.ts'
import { countLoginFailure, ensureNotThrottled } from '../login-protection/login-attempts.ts'
import {
  isHandoffFor,
  consumeTokenForUser,
  storedHandoffCode,
  consumeToken,
  type TokenPurpose,
} from '../sessions/one-time-tokens.ts'
import { mayLogIn } from '../policy.ts'
import { endUnverifiedAccount, verifyEmail } from '../email-addresses/verify-email.ts'
import { findLoginUser, findUser } from '../users/user-queries.ts'
import { loginRoleOf, type LoginRole } from '../users/roles.ts'
import { registerWithLink } from '../registration/registration-link.ts'
import {
  logInOrChallenge,
  throwIfChallenged,
  type SecondFactorChallenge,
} from '../second-factor/login-challenge.ts'
import { linkOnSignIn } from '../oidc/sign-in-outcome.ts'
import { startSupportSession } from '../platform-staff/support-session.ts'
import { policyUser } from '../users/user-details-view.ts'
import { finishPasswordLogin, passwordCandidate } from './password-candidate.ts'
import { logLogin, type SetLoginSubject } from '../login-protection/login-log.ts'

type Credentials = Input<typeof contract.loginStudent>
type LoggedIn = Reply<typeof contract.loginStudent>

export const loginStudent = (ctx: CtxWithoutTx, input: Credentials) => login(ctx, 'student', input)
export const loginTeacher = (ctx: CtxWithoutTx, input: Credentials) => login(ctx, 'teacher', input)
export const loginAdmin = (ctx: CtxWithoutTx, input: Credentials) => login(ctx, 'admin', input)

function login(ctx: CtxWithoutTx, kind: LoginRole, input: Credentials): Promise<LoggedIn> {
  const method = input.login_with ?? 'password'
  if (method !== 'password') {
    if (!input.token) throw new Refusal('token_required')
    const { token } = input
    const step = method === 'magic_link' ? 'magic_link' : 'handoff'
    return logLogin(ctx, { login_role: kind, step }, (identifyLogin) =>
      loginByToken[method](ctx, { kind, token, identifyLogin }),
    )
  }
  // A login with a password has no identity token, so the flag is refused.
  if (input.ignorePasswordValidation) throw new Refusal('token_required')
  const { user_code, password } = input
  if (!user_code?.trim()) return refuseInvalidField('user_code', 'required', 'This is required.')
  if (!password) return refuseInvalidField('password', 'required', 'This is required.')
  return logLogin(ctx, { login_role: kind, step: 'password' }, (identifyLogin) =>
    loginByPassword(ctx, kind, { user_code, password, identifyLogin }),
  )
}

async function loginByPassword(
  ctx: CtxWithoutTx,
  kind: LoginRole,
  {
    user_code,
    password,
    identifyLogin,
  }: { user_code: string; password: string; identifyLogin: SetLoginSubject },
): Promise<LoggedIn> {
  const found = await findLoginUser(ctx, kind, user_code)
  if (found) identifyLogin(found.user.id)
  const candidate = passwordCandidate(ctx, kind, { found, user_code })
  ensureNotThrottled(candidate.attempt)
  const fits = await verifyPassword(password, candidate.stored)
  if (!found || !fits) {
    await countLoginFailure(ctx.db, candidate.attempt)
    throw new Refusal('credentials_wrong')
  }
  return finishPasswordLogin(ctx, candidate, found)
}

interface ByToken {
  kind: LoginRole
  token: string
  identifyLogin: SetLoginSubject
}

const loginByToken = { handoff: loginByHandoff, google: loginByHandoff, magic_link: loginByLink }

/** A refused login does not use up its link, because the transaction rolls back. */
async function loginByLink(ctx: CtxWithoutTx, { kind, token, identifyLogin }: ByToken): Promise<LoggedIn> {
  const outcome = await ctx.transact(async (txCtx) => {
    const user_id = await consumeTokenForUser(txCtx, ['magic_link'], token)
    const user = user_id ? await findUser(txCtx, user_id) : await registerWithLink(txCtx, token)
    if (user) identifyLogin(user.id)
    if (!user || loginRoleOf(policyUser(user).role) !== kind) throw new Refusal('token_invalid')
    const proved = await verifyEmail(txCtx, user)
    return {
      result: await logInOrChallenge(txCtx, proved.user, { is_sent_by_email: true }),
      account_id: proved.ended_account,
    }
  })
  return afterProof(ctx, outcome)
}

/**
 * A moved session continues with its authentication level: without a second factor there, one is required here. A
 * login over an issuer is a first step, which also verifies the address.
 */
async function loginByHandoff(ctx: CtxWithoutTx, { kind, token, identifyLogin }: ByToken): Promise<LoggedIn> {
  const code = storedHandoffCode(token)
  const outcome = await ctx.transact(async (txCtx) => {
    const fits = isHandoffFor(kind, code)
    const take = (purpose: TokenPurpose) => (fits ? consumeToken(txCtx, [purpose], code) : undefined)
    const carried = await take('handoff')
    const begun = carried ?? (await take('sign_in'))
    const visit = begun ? undefined : await take('support')
    if (begun ?? visit) identifyLogin((begun ?? visit)!.user_id)
    const arrived = visit ? await startSupportSession(txCtx, visit.user_id) : null
    if (arrived) return { result: arrived, account_id: null }
    const user = begun && (await findUser(txCtx, begun.user_id))
    if (!user || loginRoleOf(policyUser(user).role) !== kind) throw new Refusal('handoff_invalid')
    ensureAllowed(mayLogIn(policyUser(user)))
    if (!carried) {
      const proved = await linkOnSignIn(txCtx, user, code)
      return { result: await logInOrChallenge(txCtx, proved.user), account_id: proved.ended_account }
    }
    const { second_factor_at } = carried
    const result = second_factor_at
      ? completeLogin(txCtx, user, second_factor_at)
      : logInOrChallenge(txCtx, user)
    return { result: await result, account_id: null }
  })
  return afterProof(ctx, outcome)
}

interface Outcome {
  result: LoggedIn | SecondFactorChallenge
  /** Account of an owner whose address was just verified. */
  account_id: string | null
}

/** Ends what an unverified account had in other schools before the response is sent. */
async function afterProof(ctx: CtxWithoutTx, { result, account_id }: Outcome): Promise<LoggedIn> {
  if (account_id) await endUnverifiedAccount(ctx, account_id)
  return throwIfChallenged(result)
}
