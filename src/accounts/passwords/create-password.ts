import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { endAccountSessions, storeAccountPassword } from './account-password.ts'
import type * as contract from '../contract.ts'
import { storeKnownDevice } from '../login-protection/known-devices.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { normalizeEmail } from '../users/login-name.ts'
import {
  deleteTokens,
  consumeTokenForUser,
  findTokenUser,
  type TokenPurpose,
} from '../sessions/one-time-tokens.ts'
import { endUnverifiedAccount, verifyAccountEmail, verifyEmail } from '../email-addresses/verify-email.ts'
import { ensureStrongPassword } from './ensure-strong-password.ts'
import { findAccount, findUser } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import { policyUser } from '../users/user-details-view.ts'

const purposes: TokenPurpose[] = ['reset_password', 'create_password']

type PasswordInput = Input<typeof contract.createPassword>

export async function createPassword(
  ctx: CtxWithoutTx,
  input: PasswordInput,
): Promise<Reply<typeof contract.createPassword>> {
  const { email, token, password } = input
  // Checked first, so that an invalid token costs no hash.
  const user = await ctx.transact(async (txCtx) =>
    ownerOf(await findTokenUser(txCtx, purposes, token), email, (id) => findUser(txCtx, id)),
  )
  await ensureStrongPassword(ctx, { field: 'password', password, personalWords: [email, user.name] })
  const password_hash = await hashPassword(password)
  const proved = await ctx.transact(async (txCtx) => {
    const user_id = await consumeTokenForUser(txCtx, purposes, token)
    if (user_id !== user.id) throw new Refusal('token_invalid')
    const first = await verifyEmail(txCtx, user)
    if (user.account_id) await storeAccountPassword(txCtx, user.account_id, password_hash)
    else await storePassword(txCtx, user.id, password_hash)
    await endSessions(txCtx, user.id)
    await deleteTokens(txCtx, user.id)
    storeKnownDevice(txCtx, { id: user.account_id ?? user.id, password_hash })
    await txCtx.audit('user.password_created', ['user', user.id])
    await mailPasswordChanged(txCtx, user)
    return first
  })
  if (user.account_id) {
    await endAccountSessions(ctx, user.account_id, null)
    if (proved.ended_account) await endUnverifiedAccount(ctx, user.account_id)
  }
  return { ok: true, user_type: policyUser(user).role }
}

export async function createAccountPassword(
  ctx: CtxWithoutTx,
  { email, token, password }: Input<typeof contract.createAccountPassword>,
): Promise<Reply<typeof contract.createAccountPassword>> {
  const account = await ctx.transact(async (txCtx) =>
    ownerOf(await findTokenUser(txCtx, purposes, token), email, (id) => findAccount(txCtx, id)),
  )
  await ensureStrongPassword(ctx, { field: 'password', password, personalWords: [email, account.name] })
  const password_hash = await hashPassword(password)
  const isFirst = await ctx.transact(async (txCtx) => {
    const account_id = await consumeTokenForUser(txCtx, purposes, token)
    if (account_id !== account.id) throw new Refusal('token_invalid')
    const first = await verifyAccountEmail(txCtx, account.id)
    await storeAccountPassword(txCtx, account.id, password_hash)
    await deleteTokens(txCtx, account.id)
    // A known device for an owner whose account others lock with wrong passwords.
    storeKnownDevice(txCtx, { id: account.id, password_hash })
    await txCtx.audit('account.password_created', ['account', account.id])
    await mailPasswordChanged(txCtx, account)
    return first
  })
  await endAccountSessions(ctx, account.id, null)
  if (isFirst) await endUnverifiedAccount(ctx, account.id)
  return okReply
}

/** The person of the token, if the address matches. */
async function ownerOf<T extends { email: string }>(
  id: string | null,
  email: string,
  load: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const owner = id ? await load(id) : undefined
  if (owner?.email !== normalizeEmail(email)) throw new Refusal('token_invalid')
  return owner
}

export async function storePassword({ tx, school_id, now }: Ctx, user_id: string, password_hash: string) {
  await tx
    .updateTable('users')
    .set({ password_hash, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute()
}
