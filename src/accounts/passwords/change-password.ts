import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { hashPassword, passwordFits } from '#platform/security/passwords.ts'
import { found, Refusal } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import { endAccountSessions, keepAccountPassword } from './account-password.ts'
import type * as contract from '../contract.ts'
import { keepPassword } from './create-password.ts'
import { attemptInside, countFailure, passTries, refuseStopped } from '../login-protection/login-attempts.ts'
import { rememberDevice } from '../login-protection/known-devices.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { dropTokens } from '../sessions/one-time-tokens.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { accountById, passwordHashOf, userById } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'

type PasswordInput = Input<typeof contract.changePassword>
type Done = Reply<typeof contract.changePassword>

export async function changePassword(ctx: OwnCtx, input: PasswordInput): Promise<Done> {
  const { id, account_id, session_id } = ctx.actor
  const { user, stored } = await ctx.transact(async (inside) => {
    const person = found(await userById(inside, id))
    return { user: person, stored: await passwordHashOf(inside, person) }
  })
  const password_hash = await newHash(ctx, input, { ...user, stored })
  await ctx.transact(async (inside) => {
    if (account_id) await keepAccountPassword(inside, account_id, password_hash)
    else await keepPassword(inside, id, password_hash)
    await endSessions(inside, id, session_id)
    await dropTokens(inside, id)
    rememberDevice(inside, { id: account_id ?? id, password_hash })
    await inside.audit('user.password_changed', ['user', id])
    await mailPasswordChanged(inside, user)
  })
  if (account_id) await endAccountSessions(ctx, account_id, session_id)
  return done
}

export async function changeAccountPassword(ctx: OwnCtx, input: PasswordInput): Promise<Done> {
  const { id, session_id } = ctx.actor
  const account = found(await ctx.transact((inside) => accountById(inside, id)))
  const password_hash = await newHash(ctx, input, { ...account, stored: account.password_hash })
  await ctx.transact(async (inside) => {
    await keepAccountPassword(inside, id, password_hash)
    await dropTokens(inside, id)
    rememberDevice(inside, { id, password_hash })
    await inside.audit('account.password_changed', ['account', id])
    await mailPasswordChanged(inside, account)
  })
  await endAccountSessions(ctx, id, session_id)
  return done
}

interface Holder {
  stored: string | null
  email: string
  name: string
}

/** The hash of the new password, once the current one is proved: counted like a try to log in. */
async function newHash(ctx: OwnCtx, input: PasswordInput, { stored, email, name }: Holder) {
  const attempt = attemptInside(ctx)
  await refuseGuessable(ctx, { field: 'new_password', password: input.new_password, known: [email, name] })
  refuseStopped(attempt)
  if (!(await passwordFits(input.current_password, stored))) {
    await countFailure(ctx.db, attempt)
    throw new Refusal('current_password_wrong')
  }
  await passTries(ctx.db, attempt)
  return hashPassword(input.new_password)
}
