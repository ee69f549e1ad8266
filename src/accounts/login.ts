import type { OwnCtx } from '#platform/context.ts'
import { passwordFits } from '#platform/passwords.ts'
import { ensure, Refusal, refuseField } from '#platform/refusal.ts'
import type { Input, Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'
import { answerOf, loggedIn } from './logged-in.ts'
import { rememberDevice } from './known-device.ts'
import { attemptOf, countFailure, nobodyFailed, passTries, refuseStopped, strangerOf } from './login-tries.ts'
import { isHandoffFor, spendToken, storedCode, type Purpose } from './one-time-tokens.ts'
import { mayEnter } from './policy.ts'
import { credentialsOf, knockingUser, userById } from './queries.ts'
import { loginKind, type LoginKind } from './roles.ts'
import { registerByLink } from './registration-link.ts'
import { challengeFor, demandOf, enter, settle } from './second-step.ts'
import { startSessionIf } from './session.ts'
import { arrive } from './support-session.ts'
import { standingOf } from './user-details.ts'
import { watchLogin, type SayWho } from './watch-login.ts'

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
      return challengeFor(inside, user.id, demand)
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
  const result = await ctx.transact(async (inside) => {
    const user_id = await spendToken(inside, ['magic_link'], token)
    const user = user_id ? await userById(inside, user_id) : await registerByLink(inside, token)
    if (user) sayWho(user.id)
    if (!user || loginKind(standingOf(user).role) !== kind) throw new Refusal('token_invalid')
    return enter(inside, user)
  })
  return settle(result)
}

/** A session that is carried over passed its second step; what comes from an issuer is a first one. */
async function loginByHandoff(ctx: OwnCtx, { kind, token: code, sayWho }: ByToken): Promise<LoggedIn> {
  const result = await ctx.transact(async (inside) => {
    const spend = (purpose: Purpose) => spendToken(inside, [purpose], storedCode(code))
    const fits = isHandoffFor(kind, code)
    const carried = fits ? await spend('handoff') : null
    const user_id = carried ?? (fits ? await spend('sign_in') : null)
    const visit_id = fits && !user_id ? await spend('support') : null
    if (user_id ?? visit_id) sayWho((user_id ?? visit_id)!)
    const arrived = visit_id ? await arrive(inside, visit_id) : null
    if (arrived) return arrived
    const user = user_id ? await userById(inside, user_id) : undefined
    if (!user || loginKind(standingOf(user).role) !== kind) throw new Refusal('handoff_invalid')
    if (!carried) return enter(inside, user)
    ensure(mayEnter(standingOf(user)))
    return loggedIn(inside, user)
  })
  return settle(result)
}
