import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { brokenUnique } from '#platform/database/database.server.ts'
import { hashPassword, passwordFits } from '#platform/security/passwords.ts'
import { found, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import { accountLoggedIn } from '../sessions/complete-account-login.ts'
import type * as contract from '../contract.ts'
import {
  attemptOf,
  countFailure,
  passTries,
  refuseStopped,
  strangerOf,
} from '../login-protection/login-attempts.ts'
import { emailOf } from '../users/login-name.ts'
import { newName } from '../users/person-name.ts'
import { refuseGuessable } from '../passwords/refuse-guessable.ts'
import { accountByEmail, accountById } from '../users/user-queries.ts'
import { challengeFor, settle } from '../second-factor/login-challenge.ts'
import { accountDetails } from '../users/user-details.ts'
import { watchLogin, type SayWho } from '../login-protection/login-log.ts'

type AccountLoggedIn = Reply<typeof contract.loginAccount>

export async function registerAccount(
  ctx: OwnCtx,
  { email, password, country, ...sent }: Input<typeof contract.registerAccount>,
): Promise<AccountLoggedIn> {
  const name = newName(sent)
  await refuseGuessable(ctx, { field: 'password', password, known: [email, name.name] })
  if (await accountByEmail({ tx: ctx.db, brand: ctx.brand }, email)) throw new Refusal('email_taken')
  const password_hash = await hashPassword(password)
  return ctx.transact(async (inside) => {
    const { tx, now, brand } = inside
    const row = {
      id: newId(),
      root_domain: brand.key,
      email: emailOf(email),
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
        throw brokenUnique(error) ? new Refusal('email_taken') : error
      })
    return accountLoggedIn(inside, account)
  })
}

type AccountCredentials = Input<typeof contract.loginAccount>

export const loginAccount = (ctx: OwnCtx, input: AccountCredentials): Promise<AccountLoggedIn> =>
  watchLogin(ctx, { door: 'account', step: 'password' }, (sayWho) => logIn(ctx, input, sayWho))

async function logIn(ctx: OwnCtx, { email, password }: AccountCredentials, sayWho: SayWho) {
  const account = await accountByEmail({ tx: ctx.db, brand: ctx.brand }, email)
  if (account) sayWho(account.id)
  const attempt = attemptOf(
    ctx,
    account?.id ?? strangerOf(ctx.school_id, `account${ctx.brand.key}`, email),
    account ?? null,
  )
  refuseStopped(attempt)
  const fits = await passwordFits(password, account?.password_hash)
  if (!account || !fits) {
    await countFailure(ctx.db, attempt)
    throw new Refusal('credentials_wrong')
  }
  const result = await ctx.transact(async (inside) => {
    await passTries(inside.tx, attempt)
    if (account.totp_confirmed_at) return challengeFor(inside, account.id, { demand: 'challenge' })
    return accountLoggedIn(inside, account)
  })
  return settle(result)
}

export async function myAccount(ctx: Ctx): Promise<Reply<typeof contract.myAccount>> {
  return accountDetails(found(await accountById(ctx, ctx.actor.id)))
}
