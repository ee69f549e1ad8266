import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { passwordFits } from '#platform/security/passwords.ts'
import { ensure, Refusal, refuseField } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { answerOf, loggedIn } from '../sessions/complete-login.ts'
import { rememberDevice } from '../login-protection/known-devices.ts'
import {
  attemptOf,
  countFailure,
  nobodyFailed,
  passTries,
  refuseStopped,
  strangerOf,
} from '../login-protection/login-attempts.ts'
import { isHandoffFor, spendToken, storedCode, takeToken, type Purpose } from '../sessions/one-time-tokens.ts'
import { mayEnter } from '../policy.ts'
import { endUnprovedAccount, proveEmail } from '../email-addresses/verify-email.ts'
import { credentialsOf, knockingUser, userById } from '../users/user-queries.ts'
import { loginKind, type LoginKind } from '../users/roles.ts'
import { registerByLink } from '../registration/registration-link.ts'
import { challengeFor, demandOf, enter, settle, type Challenge } from '../second-factor/login-challenge.ts'
import { linkAtArrival } from '../oidc/sign-in-outcome.ts'
import { startSessionIf } from '../sessions/session.ts'
import { arrive } from '../platform-staff/support-session.ts'
import { standingOf } from '../users/user-details.ts'
import { watchLogin, type SayWho } from '../login-protection/login-log.ts'

type Credentials = Input<typeof contract.loginStudent>
type LoggedIn = Reply<typeof contract.loginStudent>

export const loginStudent = (ctx: OwnCtx, input: Credentials) => login(ctx, 'student', input)
export const loginTeacher = (ctx: OwnCtx, input: Credentials) => login(ctx, 'teacher', input)
export const loginAdmin = (ctx: OwnCtx, input: Credentials) => login(ctx, 'admin', input)

function login(ctx: OwnCtx, kind: LoginKind, input: Credentials): Promise<LoggedIn> {
  const method = input.login_with ?? 'password'
  if (method !== 'password') {
    if (!input.token) throw new Refusal('token_required')
    const { token } = input
    const step = method === 'magic_link' ? 'magic_link' : 'handoff'
    return watchLogin(ctx, { door: kind, step }, (sayWho) =>
      loginByToken[method](ctx, { kind, token, sayWho }),
    )
  }
  // No token proves identity for a login with a password, so the flag has nothing to stand on.
  if (input.ignorePasswordValidation) throw new Refusal('token_required')
  const { user_code, password } = input
  if (!user_code?.trim()) return refuseField('user_code', 'required', 'This is required.')
  if (!password) return refuseField('password', 'required', 'This is required.')
  return watchLogin(ctx, { door: kind, step: 'password' }, (sayWho) =>
    loginByPassword(ctx, kind, { user_code, password, sayWho }),
  )
}

async function loginByPassword(
  ctx: OwnCtx,
  kind: LoginKind,
  { user_code, password, sayWho }: { user_code: string; password: string; sayWho: SayWho },
): Promise<LoggedIn> {
  const { person, stored, behind } = await ctx.transact(async (inside) => {
    const knocking = await knockingUser(inside, kind, user_code)
    return { person: knocking, ...(await credentialsOf(inside, knocking?.user)) }
  })
  const user = person?.user
  if (user) sayWho(user.id)
  // An owner's tries count for all of his schools together: behind them is one password.
  const account = user ? (user.account_id ?? user.id) : strangerOf(ctx.school_id, kind, user_code)
  const device = user ? { id: account, password_hash: stored } : null
  const attempt = attemptOf(ctx, account, device)
  refuseStopped(attempt)

  const fits = await passwordFits(password, stored)
  if (!user || !fits) {
    await countFailure(ctx.db, attempt)
    throw new Refusal('credentials_wrong')
  }
  const demand = demandOf(ctx.school, user, behind)
  const result = await ctx.transact(async (inside) => {
    if (demand !== 'none') {
      await passTries(inside.tx, attempt)
      ensure(mayEnter(standingOf(user)))
      return challengeFor(inside, user.id, { demand })
    }
    const user_token = await startSessionIf(inside, user, nobodyFailed(attempt))
    if (!user_token) await passTries(inside.tx, attempt)
    // Somebody who is kept out takes the session away again.
    ensure(mayEnter(standingOf(user)))
    rememberDevice(inside, device!)
    return user_token ? answerOf(inside, { ...person, user_token }) : loggedIn(inside, user)
  })
  return settle(result)
}

interface ByToken {
  kind: LoginKind
  token: string
  sayWho: SayWho
}

const loginByToken = { handoff: loginByHandoff, google: loginByHandoff, magic_link: loginByLink }

/** A link is spent only by somebody whom it lets in: what is refused undoes the spending too. */
async function loginByLink(ctx: OwnCtx, { kind, token, sayWho }: ByToken): Promise<LoggedIn> {
  const outcome = await ctx.transact(async (inside) => {
    const user_id = await spendToken(inside, ['magic_link'], token)
    const user = user_id ? await userById(inside, user_id) : await registerByLink(inside, token)
    if (user) sayWho(user.id)
    if (!user || loginKind(standingOf(user).role) !== kind) throw new Refusal('token_invalid')
    const proved = await proveEmail(inside, user)
    return { result: await enter(inside, proved.user, { is_mailed: true }), account_id: proved.ended_account }
  })
  return afterProof(ctx, outcome)
}

/**
 * A session that is carried over is one here as far as it came: without a second factor there, it is asked for here. What
 * comes from an issuer is a first step, which also shows that the e-mail is the person's.
 */
async function loginByHandoff(ctx: OwnCtx, { kind, token, sayWho }: ByToken): Promise<LoggedIn> {
  const code = storedCode(token)
  const outcome = await ctx.transact(async (inside) => {
    const fits = isHandoffFor(kind, code)
    const take = (purpose: Purpose) => (fits ? takeToken(inside, [purpose], code) : undefined)
    const carried = await take('handoff')
    const begun = carried ?? (await take('sign_in'))
    const visit = begun ? undefined : await take('support')
    if (begun ?? visit) sayWho((begun ?? visit)!.user_id)
    const arrived = visit ? await arrive(inside, visit.user_id) : null
    if (arrived) return { result: arrived, account_id: null }
    const user = begun && (await userById(inside, begun.user_id))
    if (!user || loginKind(standingOf(user).role) !== kind) throw new Refusal('handoff_invalid')
    ensure(mayEnter(standingOf(user)))
    if (!carried) {
      const proved = await linkAtArrival(inside, user, code)
      return { result: await enter(inside, proved.user), account_id: proved.ended_account }
    }
    const { second_factor_at } = carried
    const result = second_factor_at ? loggedIn(inside, user, second_factor_at) : enter(inside, user)
    return { result: await result, account_id: null }
  })
  return afterProof(ctx, outcome)
}

interface Outcome {
  result: LoggedIn | Challenge
  /** Of an owner whose address was just shown. */
  account_id: string | null
}

/** What an unproved account had in other schools ends before its owner is told that he or she is in. */
async function afterProof(ctx: OwnCtx, { result, account_id }: Outcome): Promise<LoggedIn> {
  if (account_id) await endUnprovedAccount(ctx, account_id)
  return settle(result)
}
