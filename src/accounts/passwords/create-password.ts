import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { hashPassword } from '#platform/security/passwords.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import { endAccountSessions, keepAccountPassword } from './account-password.ts'
import type * as contract from '../contract.ts'
import { rememberDevice } from '../login-protection/known-devices.ts'
import { mailPasswordChanged } from './mail-password-changed.ts'
import { emailOf } from '../users/login-name.ts'
import { dropTokens, spendToken, tokenOwner, type Purpose } from '../sessions/one-time-tokens.ts'
import { endUnprovedAccount, proveAccountEmail, proveEmail } from '../email-addresses/verify-email.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import { accountById, userById } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import { standingOf } from '../users/user-details.ts'

const purposes: Purpose[] = ['reset_password', 'create_password']

type PasswordInput = Input<typeof contract.createPassword>

export async function createPassword(
  ctx: OwnCtx,
  input: PasswordInput,
): Promise<Reply<typeof contract.createPassword>> {
  const { email, token, password } = input
  // Looked at first, so that a made-up token costs no hash.
  const user = await ctx.transact(async (inside) =>
    ownerOf(await tokenOwner(inside, purposes, token), email, (id) => userById(inside, id)),
  )
  await refuseGuessable(ctx, { field: 'password', password, known: [email, user.name] })
  const password_hash = await hashPassword(password)
  const proved = await ctx.transact(async (inside) => {
    const user_id = await spendToken(inside, purposes, token)
    if (user_id !== user.id) throw new Refusal('token_invalid')
    const first = await proveEmail(inside, user)
    if (user.account_id) await keepAccountPassword(inside, user.account_id, password_hash)
    else await keepPassword(inside, user.id, password_hash)
    await endSessions(inside, user.id)
    await dropTokens(inside, user.id)
    rememberDevice(inside, { id: user.account_id ?? user.id, password_hash })
    await inside.audit('user.password_created', ['user', user.id])
    await mailPasswordChanged(inside, user)
    return first
  })
  if (user.account_id) {
    await endAccountSessions(ctx, user.account_id, null)
    if (proved.ended_account) await endUnprovedAccount(ctx, user.account_id)
  }
  return { ok: true, user_type: standingOf(user).role }
}

export async function createAccountPassword(
  ctx: OwnCtx,
  { email, token, password }: Input<typeof contract.createAccountPassword>,
): Promise<Reply<typeof contract.createAccountPassword>> {
  const account = await ctx.transact(async (inside) =>
    ownerOf(await tokenOwner(inside, purposes, token), email, (id) => accountById(inside, id)),
  )
  await refuseGuessable(ctx, { field: 'password', password, known: [email, account.name] })
  const password_hash = await hashPassword(password)
  const isFirst = await ctx.transact(async (inside) => {
    const account_id = await spendToken(inside, purposes, token)
    if (account_id !== account.id) throw new Refusal('token_invalid')
    const first = await proveAccountEmail(inside, account.id)
    await keepAccountPassword(inside, account.id, password_hash)
    await dropTokens(inside, account.id)
    // The way in for an owner whose account others keep full of wrong passwords.
    rememberDevice(inside, { id: account.id, password_hash })
    await inside.audit('account.password_created', ['account', account.id])
    await mailPasswordChanged(inside, account)
    return first
  })
  await endAccountSessions(ctx, account.id, null)
  if (isFirst) await endUnprovedAccount(ctx, account.id)
  return done
}

/** Whoever the token was made for, if the e-mail is his or hers too. */
async function ownerOf<T extends { email: string }>(
  id: string | null,
  email: string,
  load: (id: string) => Promise<T | undefined>,
): Promise<T> {
  const owner = id ? await load(id) : undefined
  if (owner?.email !== emailOf(email)) throw new Refusal('token_invalid')
  return owner
}

export async function keepPassword({ tx, school_id, now }: Ctx, user_id: string, password_hash: string) {
  await tx
    .updateTable('users')
    .set({ password_hash, updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', user_id)
    .execute()
}
