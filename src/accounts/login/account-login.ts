import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { hashPassword, verifyPassword } from '#platform/security/passwords.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { completeAccountLogin } from '../sessions/complete-account-login.ts'
import type * as contract from '../contract.ts'
import {
  visitorLoginAttempt,
  countLoginFailure,
  clearLoginFailures,
  ensureNotThrottled,
  unknownLoginSubject,
} from '../login-protection/login-attempts.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { nameColumns } from '../users/person-name.ts'
import { ensureStrongPassword } from '../passwords/ensure-strong-password.ts'
import { findAccountByEmail, findAccount } from '../users/user-queries.ts'
import { issueChallenge, throwIfChallenged } from '../second-factor/login-challenge.ts'
import { accountDetailsView } from '../users/user-details-view.ts'
import { logLogin, type SetLoginSubject } from '../login-protection/login-log.ts'

type AccountLoggedIn = Reply<typeof contract.loginAccount>

export async function registerAccount(
  ctx: CtxWithoutTx,
  { email, password, country, ...sent }: Input<typeof contract.registerAccount>,
): Promise<AccountLoggedIn> {
  const name = nameColumns(sent)
  await ensureStrongPassword(ctx, { field: 'password', password, personalWords: [email, name.name] })
  if (await findAccountByEmail({ tx: ctx.db, brand: ctx.brand }, email)) throw new Refusal('email_taken')
  const password_hash = await hashPassword(password)
  return ctx.transact(async (txCtx) => {
    const { tx, now, brand } = txCtx
    const row = {
      id: newId(),
      root_domain: brand.key,
      email: normalizeEmail(email),
      ...name,
      password_hash,
      country: country ?? null,
    }
    const account = await tx
      .insertInto('accounts')
      .values({ ...row, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw violatedUniqueConstraint(error) ? new Refusal('email_taken') : error
      })
    return completeAccountLogin(txCtx, account)
  })
}

type AccountCredentials = Input<typeof contract.loginAccount>

export const loginAccount = (ctx: CtxWithoutTx, input: AccountCredentials): Promise<AccountLoggedIn> =>
  logLogin(ctx, { login_role: 'account', step: 'password' }, (identifyLogin) =>
    logIn(ctx, input, identifyLogin),
  )

async function logIn(
  ctx: CtxWithoutTx,
  { email, password }: AccountCredentials,
  identifyLogin: SetLoginSubject,
) {
  const account = await findAccountByEmail({ tx: ctx.db, brand: ctx.brand }, email)
  if (account) identifyLogin(account.id)
  const attempt = visitorLoginAttempt(
    ctx,
    account?.id ?? unknownLoginSubject(ctx.school_id, `account${ctx.brand.key}`, email),
    account ?? null,
  )
  ensureNotThrottled(attempt)
  const fits = await verifyPassword(password, account?.password_hash)
  if (!account || !fits) {
    await countLoginFailure(ctx.db, attempt)
    throw new Refusal('credentials_wrong')
  }
  const result = await ctx.transact(async (txCtx) => {
    await clearLoginFailures(txCtx.tx, attempt)
    if (account.totp_confirmed_at) return issueChallenge(txCtx, account.id, { requirement: 'challenge' })
    return completeAccountLogin(txCtx, account)
  })
  return throwIfChallenged(result)
}

export async function getMyAccount(ctx: Ctx): Promise<Reply<typeof contract.getMyAccount>> {
  return accountDetailsView(ensureFound(await findAccount(ctx, ctx.actor.id)))
}
