import { sql } from 'kysely'
import { revokeClientsOf } from '#api-clients/index.ts'
import { PLATFORM_ID, type Ctx, type OwnCtx } from '#tenancy/context/request-context.ts'
import { found } from '#platform/contract/refusal.ts'
import { transact } from '#tenancy/http/school-transaction.ts'
import { mailEmailProved } from './mail-email-verified.ts'
import { dropTokens } from '../sessions/one-time-tokens.ts'
import { accountById, userById } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import type { UserRow } from '../users/user-details.ts'

/** Everything by which somebody got in who had not shown that the address was his or hers. */
const withoutCredentials = sql`password_hash = null, totp_secret = null, totp_confirmed_at = null, totp_step = 0,
  recovery_codes = '{}'`

export interface Proved {
  user: UserRow
  /** The account whose first proof this was: its sessions in other schools are still to be ended. */
  ended_account: string | null
}

/**
 * Notes that a user of the school showed the e-mail to be his or hers, and returns the row as it is then. The first time
 * it ends what came before: anybody could have registered with the address. An owner's address is the account's; what
 * that has in other schools is ended by `endUnprovedAccount`, after this transaction.
 */
export async function proveEmail(ctx: Ctx, user: UserRow): Promise<Proved> {
  const { tx, school_id, now } = ctx
  if (user.account_id) {
    const isFirst = await proveAccountEmail(ctx, user.account_id)
    if (isFirst) await endBefore(ctx, user.id)
    return { user, ended_account: isFirst ? user.account_id : null }
  }
  if (user.email_proved_at) return { user, ended_account: null }
  await sql`update users set ${withoutCredentials}, email_proved_at = ${now}
    where school_id = ${school_id} and id = ${user.id}`.execute(tx)
  await endBefore(ctx, user.id)
  await ctx.audit('user.email_proved', ['user', user.id])
  if (user.password_hash) await mailEmailProved(ctx, user)
  return { user: found(await userById(ctx, user.id)), ended_account: null }
}

/** The same for an account at a root host or behind an owner. Returns whether this was the first proof. */
export async function proveAccountEmail(ctx: Ctx, account_id: string): Promise<boolean> {
  const { tx, now, school_id } = ctx
  const account = await accountById(ctx, account_id)
  if (!account || account.email_proved_at) return false
  await sql`update accounts set ${withoutCredentials}, email_proved_at = ${now} where id = ${account_id}`.execute(
    tx,
  )
  await tx.deleteFrom('account_sessions').where('account_id', '=', account_id).execute()
  if (school_id !== PLATFORM_ID && account.password_hash) await mailEmailProved(ctx, account)
  return true
}

async function endBefore(ctx: Ctx, user_id: string) {
  const { tx, school_id } = ctx
  await endSessions(ctx, user_id)
  await dropTokens(ctx, user_id)
  await tx
    .deleteFrom('sign_in_links')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute()
  await revokeClientsOf(ctx, user_id)
}

/** Ends what an account had in its schools before its address was proved. One short transaction for each school. */
export async function endUnprovedAccount(ctx: OwnCtx, account_id: string) {
  const owned = await ctx.db
    .selectFrom('account_schools')
    .where('account_id', '=', account_id)
    .where('school_id', '<>', ctx.school_id)
    .select('school_id')
    .execute()
  for (const { school_id } of owned)
    await transact(
      { ...ctx, school_id, school: null },
      { onSchoolChanged: ctx.hosts.forget },
      async (inside) => {
        const users = await inside.tx
          .selectFrom('users')
          .where('school_id', '=', school_id)
          .where('account_id', '=', account_id)
          .select('id')
          .execute()
        for (const { id } of users) await endBefore(inside, id)
      },
    )
}
