import type { Ctx, OwnCtx, School } from '#tenancy/context/request-context.ts'
import { ensure, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { accountLoggedIn } from '../sessions/complete-account-login.ts'
import type * as contract from '../contract.ts'
import { confirmFactor, startFactor } from './enrol-second-factor.ts'
import { holderOf, type Holder } from './factor-holder.ts'
import { knownDevice, type DevicePerson } from '../login-protection/known-devices.ts'
import { countCodeTry, forgetCodeTries, passCode, type CodeTry } from './verify-code.ts'
import { loggedIn } from '../sessions/complete-login.ts'
import {
  issueToken,
  openToken,
  spendToken,
  tokenOwner,
  type Purpose,
  type TokenOrigin,
} from '../sessions/one-time-tokens.ts'
import { mayEnter, secondFactorRequired } from '../policy.ts'
import { accountById, credentialsOf, userById } from '../users/user-queries.ts'
import { standingOf, type UserRow } from '../users/user-details.ts'
import { watchLogin, type SayWho } from '../login-protection/login-log.ts'

/** The first step went well, and there is a second one: a right to it, for ten minutes. */
export interface Challenge {
  challenge: string
  demand: 'challenge' | 'enrol'
}

const purposes = { challenge: 'second_factor', enrol: 'enrol_second_factor' } as const

interface Enrolled {
  totp_confirmed_at: Date | null
}

/** `behind` is the account of an owner, whose factor counts. */
export function demandOf(school: School | null, user: UserRow, behind: Enrolled | null) {
  const is_enrolled = (behind ?? user).totp_confirmed_at !== null
  const person = { role: standingOf(user).role, is_support: false, is_enrolled }
  return secondFactorRequired(person, { require_second_factor: school?.require_second_factor ?? false })
}

/** Lets somebody in whose first step was right, or says what is left to do. */
export async function enter(
  ctx: Ctx,
  user: UserRow,
  { is_mailed = false }: TokenOrigin = {},
): Promise<Reply<typeof contract.loginStudent> | Challenge> {
  ensure(mayEnter(standingOf(user)))
  const behind = user.account_id ? ((await accountById(ctx, user.account_id)) ?? null) : null
  const demand = demandOf(ctx.school, user, behind)
  return demand === 'none' ? loggedIn(ctx, user) : challengeFor(ctx, user.id, { demand, is_mailed })
}

export async function challengeFor(
  ctx: Ctx,
  id: string,
  { demand, is_mailed = false }: Pick<Challenge, 'demand'> & TokenOrigin,
): Promise<Challenge> {
  const { token } = await issueToken(ctx, purposes[demand], id, { is_mailed })
  return { challenge: token, demand }
}

/** Outside of the transaction, so that the challenge is kept although the answer is a refusal. */
export function settle<T extends object>(result: T | Challenge): T {
  if (!('challenge' in result)) return result
  const { challenge, demand } = result
  throw new Refusal(demand === 'enrol' ? 'second_factor_enrolment_required' : 'second_factor_required', {
    extra: { challenge },
  })
}

type Code = Input<typeof contract.finishLogin>

export const finishLogin = (ctx: OwnCtx, input: Code): Promise<Reply<typeof contract.finishLogin>> =>
  watchLogin(ctx, { door: 'school', step: 'second_factor' }, (sayWho) => passSecond(ctx, input, sayWho))

async function passSecond(ctx: OwnCtx, { challenge, code }: Code, sayWho: SayWho) {
  const { user, codeTry } = await challenged(ctx, 'second_factor', challenge)
  sayWho(user.id)
  await countCodeTry(ctx, codeTry)
  const answer = await ctx.transact(async (inside) => {
    if (!(await passCode(inside, codeTry.holder, code))) return null
    return letIn(inside, 'second_factor', challenge)
  })
  if (!answer) throw new Refusal('code_wrong')
  await forgetCodeTries(ctx, codeTry)
  return answer
}

type AccountCode = Input<typeof contract.finishAccountLogin>
type AccountLoggedIn = Reply<typeof contract.finishAccountLogin>

export const finishAccountLogin = (ctx: OwnCtx, input: AccountCode): Promise<AccountLoggedIn> =>
  watchLogin(ctx, { door: 'account', step: 'second_factor' }, (sayWho) => passAccount(ctx, input, sayWho))

async function passAccount(ctx: OwnCtx, { challenge, code }: AccountCode, sayWho: SayWho) {
  const owner = await ctx.transact(async (inside) => {
    const id = await tokenOwner(inside, ['second_factor'], challenge)
    return id ? accountById(inside, id) : undefined
  })
  if (!owner) throw new Refusal('second_step_stale')
  sayWho(owner.id)
  const holder = holderOf(ctx.school_id, { id: owner.id, account_id: owner.id })
  const codeTry = codeTryOf(ctx, holder, owner)
  await countCodeTry(ctx, codeTry)
  const answer = await ctx.transact(async (inside) => {
    if (!(await passCode(inside, holder, code))) return null
    if (!(await spendToken(inside, ['second_factor'], challenge))) throw new Refusal('second_step_stale')
    return accountLoggedIn(inside, owner, ctx.now)
  })
  if (!answer) throw new Refusal('code_wrong')
  await forgetCodeTries(ctx, codeTry)
  return answer
}

export async function enrolAtLogin(
  ctx: OwnCtx,
  { challenge }: Input<typeof contract.enrolAtLogin>,
): Promise<Reply<typeof contract.enrolAtLogin>> {
  const { user, codeTry } = await challenged(ctx, 'enrol_second_factor', challenge)
  return ctx.transact((inside) => startFactor(inside, codeTry.holder, user.email))
}

type FirstCode = Input<typeof contract.confirmAtLogin>

export const confirmAtLogin = (
  ctx: OwnCtx,
  input: FirstCode,
): Promise<Reply<typeof contract.confirmAtLogin>> =>
  watchLogin(ctx, { door: 'school', step: 'second_factor_enrolment' }, (sayWho) =>
    passFirst(ctx, input, sayWho),
  )

async function passFirst(ctx: OwnCtx, { challenge, code }: FirstCode, sayWho: SayWho) {
  const { user, codeTry } = await challenged(ctx, 'enrol_second_factor', challenge)
  sayWho(user.id)
  await countCodeTry(ctx, codeTry)
  const answer = await ctx.transact(async (inside) => {
    inside.actor = { ...inside.actor, id: user.id, role: standingOf(user).role, name: user.name }
    const recovery_codes = await confirmFactor(inside, { holder: codeTry.holder, person: user, code })
    if (!recovery_codes) return null
    return { ...(await letIn(inside, 'enrol_second_factor', challenge)), recovery_codes }
  })
  if (!answer) throw new Refusal('code_wrong')
  await forgetCodeTries(ctx, codeTry)
  return answer
}

async function challenged(ctx: OwnCtx, purpose: Purpose, challenge: string) {
  return ctx.transact(async (inside) => {
    const open = await openToken(inside, [purpose], challenge)
    const user = open && (await userById(inside, open.user_id))
    if (!user) throw new Refusal('second_step_stale')
    const { stored } = await credentialsOf(inside, user)
    const codeTry = codeTryOf(ctx, holderOf(ctx.school_id, user), { password_hash: stored })
    // Who reads the mail is counted apart from whoever knows the password.
    return { user, codeTry: open.is_mailed ? { ...codeTry, lane: 'mailed' } : codeTry }
  })
}

function codeTryOf(ctx: OwnCtx, holder: Holder, credentials: Pick<DevicePerson, 'password_hash'>): CodeTry {
  const device_id = knownDevice(ctx, { ...credentials, id: holder.id })
  return { holder, lane: device_id && `device/${device_id}` }
}

/** The person is looked at again: much may have changed since the first step. */
async function letIn(ctx: Ctx, purpose: Purpose, challenge: string) {
  const id = await spendToken(ctx, [purpose], challenge)
  const user = id ? await userById(ctx, id) : undefined
  if (!user) throw new Refusal('second_step_stale')
  ensure(mayEnter(standingOf(user)))
  return loggedIn(ctx, user, ctx.now)
}
