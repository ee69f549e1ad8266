import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import type { School } from '#tenancy/hosts/school.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { completeAccountLogin } from '../sessions/complete-account-login.ts'
import type * as contract from '../contract.ts'
import { confirmFactorEnrolment, startFactorEnrolment } from './enrol-second-factor.ts'
import { factorHolder, type FactorHolder } from './factor-owner.ts'
import { isKnownDevice, type DevicePerson } from '../login-protection/known-devices.ts'
import { recordCodeAttempt, clearCodeAttempts, consumeFactorCode, type CodeAttempt } from './verify-code.ts'
import { completeLogin } from '../sessions/complete-login.ts'
import {
  issueToken,
  findValidToken,
  consumeTokenForUser,
  findTokenUser,
  type TokenPurpose,
  type TokenOrigin,
} from '../sessions/one-time-tokens.ts'
import { mayLogIn, factorRequirement } from '../policy.ts'
import { findAccount, getCredentials, findUser } from '../users/user-queries.ts'
import { policyUser, type UserRow } from '../users/user-details-view.ts'
import { logLogin, type SetLoginSubject } from '../login-protection/login-log.ts'

/** A challenge after a valid first step, valid for ten minutes. */
export interface SecondFactorChallenge {
  challenge: string
  requirement: 'challenge' | 'enrol'
}

const purposes = { challenge: 'second_factor', enrol: 'enrol_second_factor' } as const

interface Enrolled {
  totp_confirmed_at: Date | null
}

/** `behind` is the account of an owner, whose factor counts. */
export function requiredChallenge(school: School | null, user: UserRow, behind: Enrolled | null) {
  const is_enrolled = (behind ?? user).totp_confirmed_at !== null
  const person = { role: policyUser(user).role, is_support: false, is_enrolled }
  return factorRequirement(person, { require_second_factor: school?.require_second_factor ?? false })
}

/** Logs a person in after a valid first step, or returns the challenge of the second. */
export async function logInOrChallenge(
  ctx: Ctx,
  user: UserRow,
  { is_sent_by_email = false }: TokenOrigin = {},
): Promise<Reply<typeof contract.loginStudent> | SecondFactorChallenge> {
  ensureAllowed(mayLogIn(policyUser(user)))
  const behind = user.account_id ? ((await findAccount(ctx, user.account_id)) ?? null) : null
  const requirement = requiredChallenge(ctx.school, user, behind)
  return requirement === 'none'
    ? completeLogin(ctx, user)
    : issueChallenge(ctx, user.id, { requirement, is_sent_by_email })
}

export async function issueChallenge(
  ctx: Ctx,
  id: string,
  { requirement, is_sent_by_email = false }: Pick<SecondFactorChallenge, 'requirement'> & TokenOrigin,
): Promise<SecondFactorChallenge> {
  const { token } = await issueToken(ctx, purposes[requirement], { user_id: id, is_sent_by_email })
  return { challenge: token, requirement }
}

/** Outside of the transaction, so that the challenge is committed although the response is a refusal. */
export function throwIfChallenged<T extends object>(result: T | SecondFactorChallenge): T {
  if (!('challenge' in result)) return result
  const { challenge, requirement } = result
  throw new Refusal(requirement === 'enrol' ? 'second_factor_enrolment_required' : 'second_factor_required', {
    extra: { challenge },
  })
}

type Code = Input<typeof contract.completeLoginChallenge>

export const completeLoginChallenge = (
  ctx: CtxWithoutTx,
  input: Code,
): Promise<Reply<typeof contract.completeLoginChallenge>> =>
  logLogin(ctx, { login_role: 'school', step: 'second_factor' }, (identifyLogin) =>
    passSecond(ctx, input, identifyLogin),
  )

async function passSecond(ctx: CtxWithoutTx, { challenge, code }: Code, identifyLogin: SetLoginSubject) {
  const { user, codeTry } = await challenged(ctx, 'second_factor', challenge)
  identifyLogin(user.id)
  await recordCodeAttempt(ctx, codeTry)
  const answer = await ctx.transact(async (txCtx) => {
    if (!(await consumeFactorCode(txCtx, codeTry.holder, code))) return null
    return letIn(txCtx, 'second_factor', challenge)
  })
  if (!answer) throw new Refusal('code_invalid')
  await clearCodeAttempts(ctx, codeTry)
  return answer
}

type AccountCode = Input<typeof contract.completeAccountLoginChallenge>
type AccountLoggedIn = Reply<typeof contract.completeAccountLoginChallenge>

export const completeAccountLoginChallenge = (
  ctx: CtxWithoutTx,
  input: AccountCode,
): Promise<AccountLoggedIn> =>
  logLogin(ctx, { login_role: 'account', step: 'second_factor' }, (identifyLogin) =>
    passAccount(ctx, input, identifyLogin),
  )

async function passAccount(
  ctx: CtxWithoutTx,
  { challenge, code }: AccountCode,
  identifyLogin: SetLoginSubject,
) {
  const owner = await ctx.transact(async (txCtx) => {
    const id = await findTokenUser(txCtx, ['second_factor'], challenge)
    return id ? findAccount(txCtx, id) : undefined
  })
  if (!owner) throw new Refusal('second_factor_challenge_expired')
  identifyLogin(owner.id)
  const holder = factorHolder(ctx.school_id, { id: owner.id, account_id: owner.id })
  const codeTry = codeTryOf(ctx, holder, owner)
  await recordCodeAttempt(ctx, codeTry)
  const answer = await ctx.transact(async (txCtx) => {
    if (!(await consumeFactorCode(txCtx, holder, code))) return null
    if (!(await consumeTokenForUser(txCtx, ['second_factor'], challenge)))
      throw new Refusal('second_factor_challenge_expired')
    return completeAccountLogin(txCtx, owner, ctx.now)
  })
  if (!answer) throw new Refusal('code_invalid')
  await clearCodeAttempts(ctx, codeTry)
  return answer
}

export async function startLoginFactorEnrolment(
  ctx: CtxWithoutTx,
  { challenge }: Input<typeof contract.startLoginFactorEnrolment>,
): Promise<Reply<typeof contract.startLoginFactorEnrolment>> {
  const { user, codeTry } = await challenged(ctx, 'enrol_second_factor', challenge)
  return ctx.transact((txCtx) => startFactorEnrolment(txCtx, codeTry.holder, user.email))
}

type FirstCode = Input<typeof contract.confirmLoginFactorEnrolment>

export const confirmLoginFactorEnrolment = (
  ctx: CtxWithoutTx,
  input: FirstCode,
): Promise<Reply<typeof contract.confirmLoginFactorEnrolment>> =>
  logLogin(ctx, { login_role: 'school', step: 'second_factor_enrolment' }, (identifyLogin) =>
    passFirst(ctx, input, identifyLogin),
  )

async function passFirst(ctx: CtxWithoutTx, { challenge, code }: FirstCode, identifyLogin: SetLoginSubject) {
  const { user, codeTry } = await challenged(ctx, 'enrol_second_factor', challenge)
  identifyLogin(user.id)
  await recordCodeAttempt(ctx, codeTry)
  const answer = await ctx.transact(async (txCtx) => {
    txCtx.actor = { ...txCtx.actor, id: user.id, role: policyUser(user).role, name: user.name }
    const recovery_codes = await confirmFactorEnrolment(txCtx, { holder: codeTry.holder, person: user, code })
    if (!recovery_codes) return null
    return { ...(await letIn(txCtx, 'enrol_second_factor', challenge)), recovery_codes }
  })
  if (!answer) throw new Refusal('code_invalid')
  await clearCodeAttempts(ctx, codeTry)
  return answer
}

async function challenged(ctx: CtxWithoutTx, purpose: TokenPurpose, challenge: string) {
  return ctx.transact(async (txCtx) => {
    const open = await findValidToken(txCtx, [purpose], challenge)
    const user = open && (await findUser(txCtx, open.user_id))
    if (!user) throw new Refusal('second_factor_challenge_expired')
    const { stored } = await getCredentials(txCtx, user)
    const codeTry = codeTryOf(ctx, factorHolder(ctx.school_id, user), { password_hash: stored })
    // Attempts after a mailed link are counted separately from those after a password.
    return { user, codeTry: open.is_sent_by_email ? { ...codeTry, lane: 'mailed' } : codeTry }
  })
}

function codeTryOf(
  ctx: CtxWithoutTx,
  holder: FactorHolder,
  credentials: Pick<DevicePerson, 'password_hash'>,
): CodeAttempt {
  const device_id = isKnownDevice(ctx, { ...credentials, id: holder.id })
  return { holder, lane: device_id && `device/${device_id}` }
}

/** The person is checked again, because the status may have changed since the first step. */
async function letIn(ctx: Ctx, purpose: TokenPurpose, challenge: string) {
  const id = await consumeTokenForUser(ctx, [purpose], challenge)
  const user = id ? await findUser(ctx, id) : undefined
  if (!user) throw new Refusal('second_factor_challenge_expired')
  ensureAllowed(mayLogIn(policyUser(user)))
  return completeLogin(ctx, user, ctx.now)
}
