import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { hashPassword, verifyPassword } from '#platform/security/passwords.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { endAccountSessions, storeAccountPassword } from './account-password.ts'
import type * as contract from '../contract.ts'
import { storePassword } from './create-password.ts'
import {
  recordAttemptInTransaction,
  countLoginFailure,
  clearLoginFailures,
  ensureNotThrottled,
} from '../login-protection/login-attempts.ts'
import { storeKnownDevice } from '../login-protection/known-devices.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { ensureStrongPassword } from './ensure-strong-password.ts'
import { findAccount, getPasswordHash, findUser } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'

type PasswordInput = Input<typeof contract.changePassword>
type Done = Reply<typeof contract.changePassword>

export async function changePassword(ctx: CtxWithoutTx, input: PasswordInput): Promise<Done> {
  const { id, account_id, session_id } = ctx.actor
  const { user, stored } = await ctx.transact(async (txCtx) => {
    const person = ensureFound(await findUser(txCtx, id))
    return { user: person, stored: await getPasswordHash(txCtx, person) }
  })
  const password_hash = await newHash(ctx, input, { ...user, stored })
  await ctx.transact(async (txCtx) => {
    if (account_id) await storeAccountPassword(txCtx, account_id, password_hash)
    else await storePassword(txCtx, id, password_hash)
    await endSessions(txCtx, id, session_id)
    await deleteTokens(txCtx, id)
    storeKnownDevice(txCtx, { id: account_id ?? id, password_hash })
    await txCtx.audit('user.password_changed', ['user', id])
    await mailPasswordChanged(txCtx, user)
  })
  if (account_id) await endAccountSessions(ctx, account_id, session_id)
  return okReply
}

export async function changeAccountPassword(ctx: CtxWithoutTx, input: PasswordInput): Promise<Done> {
  const { id, session_id } = ctx.actor
  const account = ensureFound(await ctx.transact((txCtx) => findAccount(txCtx, id)))
  const password_hash = await newHash(ctx, input, { ...account, stored: account.password_hash })
  await ctx.transact(async (txCtx) => {
    await storeAccountPassword(txCtx, id, password_hash)
    await deleteTokens(txCtx, id)
    storeKnownDevice(txCtx, { id, password_hash })
    await txCtx.audit('account.password_changed', ['account', id])
    await mailPasswordChanged(txCtx, account)
  })
  await endAccountSessions(ctx, id, session_id)
  return okReply
}

interface Holder {
  stored: string | null
  email: string
  name: string
}

/** Hashes the new password after the current one is verified, which counts as a login attempt. */
async function newHash(ctx: CtxWithoutTx, input: PasswordInput, { stored, email, name }: Holder) {
  const attempt = recordAttemptInTransaction(ctx)
  await ensureStrongPassword(ctx, {
    field: 'new_password',
    password: input.new_password,
    personalWords: [email, name],
  })
  ensureNotThrottled(attempt)
  if (!(await verifyPassword(input.current_password, stored))) {
    await countLoginFailure(ctx.db, attempt)
    throw new Refusal('current_password_invalid')
  }
  await clearLoginFailures(ctx.db, attempt)
  return hashPassword(input.new_password)
}
