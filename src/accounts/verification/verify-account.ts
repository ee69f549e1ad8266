import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { hashPassword, passwordFits } from '#platform/security/passwords.ts'
import { newId } from '#platform/security/tokens.ts'
import { attemptOf, countFailure, passTries, refuseStopped } from '../login-protection/login-attempts.ts'
import { emailOf } from '../users/login-name.ts'
import { refuseGuessable } from '../passwords/refuse-guessable.ts'
import { accountByEmail } from '../users/user-queries.ts'

/** `password_hash` is there as long as the account is not. */
export interface ProvenAccount {
  id: string
  email: string
  name: string
  password_hash?: string
}

export interface AccountProof {
  name: string
  email: string
  password: string
  /** The field that a password which is easy to guess is refused on. */
  field: string
}

/**
 * The account whose e-mail and password these are, or one to be made; null for a wrong password. Its tries are those
 * of the login: a second door must not allow ten more.
 */
export async function proveAccount(
  ctx: OwnCtx,
  { name, email, password, field }: AccountProof,
): Promise<ProvenAccount | null> {
  const { db, brand } = ctx
  const account = await accountByEmail({ tx: db, brand }, email)
  if (!account) {
    await refuseGuessable(ctx, { field, password, known: [email, name] })
    return {
      id: newId(),
      email: emailOf(email),
      name: name.trim(),
      password_hash: await hashPassword(password),
    }
  }
  const attempt = attemptOf(ctx, account.id, account)
  refuseStopped(attempt)
  if (!(await passwordFits(password, account.password_hash))) {
    await countFailure(db, attempt)
    return null
  }
  await passTries(db, attempt)
  return { id: account.id, email: account.email, name: account.name }
}

/** Thrown where another request made an account with the same e-mail in the meantime. */
export class AccountAppeared extends Error {}

/** Writes an account that is still to be made; waits for another request that is making the same. */
export async function keepAccount(
  { tx, now, brand }: Ctx,
  { id, email, name, password_hash }: ProvenAccount,
  country: string,
) {
  if (!password_hash) return
  const made = await tx
    .insertInto('accounts')
    .values({
      id,
      root_domain: brand.key,
      email,
      name,
      password_hash,
      country,
      created_at: now,
      updated_at: now,
    })
    .onConflict((oc) => oc.columns(['root_domain', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new AccountAppeared()
}
