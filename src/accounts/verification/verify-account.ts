import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { hashPassword, verifyPassword } from '#platform/security/passwords.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  visitorLoginAttempt,
  countLoginFailure,
  clearLoginFailures,
  ensureNotThrottled,
} from '../login-protection/login-attempts.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { ensureStrongPassword } from '../passwords/ensure-strong-password.ts'
import { findAccountByEmail } from '../users/user-queries.ts'

/** `password_hash` is set while the account does not exist yet. */
export interface VerifiedAccount {
  id: string
  email: string
  name: string
  password_hash?: string
}

export interface AccountCredentials {
  name: string
  email: string
  password: string
  /** Field on which a guessable password is refused. */
  field: string
}

/**
 * Returns the account with these credentials, or one to be created; null for a wrong password. Attempts count
 * like those of the login, so that this route allows no more of them.
 */
export async function verifyAccount(
  ctx: CtxWithoutTx,
  { name, email, password, field }: AccountCredentials,
): Promise<VerifiedAccount | null> {
  const { db, brand } = ctx
  const account = await findAccountByEmail({ tx: db, brand }, email)
  if (!account) {
    await ensureStrongPassword(ctx, { field, password, personalWords: [email, name] })
    return {
      id: newId(),
      email: normalizeEmail(email),
      name: name.trim(),
      password_hash: await hashPassword(password),
    }
  }
  const attempt = visitorLoginAttempt(ctx, account.id, account)
  ensureNotThrottled(attempt)
  if (!(await verifyPassword(password, account.password_hash))) {
    await countLoginFailure(db, attempt)
    return null
  }
  await clearLoginFailures(db, attempt)
  return { id: account.id, email: account.email, name: account.name }
}

/** Thrown if a concurrent request created an account with the same address. */
export class AccountAlreadyExists extends Error {}

/** Inserts an account that is to be created; waits for a concurrent request that creates the same. */
export async function createVerifiedAccount(
  { tx, now, brand }: Ctx,
  { id, email, name, password_hash }: VerifiedAccount,
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
  if (!made) throw new AccountAlreadyExists()
}
