import { sql } from 'kysely'
import { revokeClientsCreatedBy } from '#api-clients/index.ts'
import { asSchool } from '#tenancy/context/context-for.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import { runTransaction } from '#tenancy/http/school-transaction.ts'
import { mailEmailVerified } from './mail-email-verified.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { findAccount, findUser } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import type { UserRow } from '../users/user-details-view.ts'

/** Removes all credentials that were set before the address was verified. */
const withoutCredentials = sql`password_hash = null, totp_secret = null, totp_confirmed_at = null, totp_step = 0,
  recovery_codes = '{}'`

export interface VerifiedEmail {
  user: UserRow
  /** Account whose address was verified first: its sessions in other schools must still end. */
  ended_account: string | null
}

/**
 * Marks the e-mail address of a user as verified and returns the row. The first verification ends all earlier
 * credentials, because anybody could have registered with the address. For an owner this verifies the account;
 * `endUnverifiedAccount` ends its sessions in other schools after this transaction.
 */
export async function verifyEmail(ctx: Ctx, user: UserRow): Promise<VerifiedEmail> {
  const { tx, school_id, now } = ctx
  if (user.account_id) {
    const isFirst = await verifyAccountEmail(ctx, user.account_id)
    if (isFirst) await endBefore(ctx, user.id)
    return { user, ended_account: isFirst ? user.account_id : null }
  }
  if (user.email_verified_at) return { user, ended_account: null }
  await sql`update users set ${withoutCredentials}, email_verified_at = ${now}
    where school_id = ${school_id} and id = ${user.id}`.execute(tx)
  await endBefore(ctx, user.id)
  await ctx.audit('user.email_verified', ['user', user.id])
  if (user.password_hash) await mailEmailVerified(ctx, user)
  return { user: ensureFound(await findUser(ctx, user.id)), ended_account: null }
}

/** The same for an account. Returns whether this was the first verification. */
export async function verifyAccountEmail(ctx: Ctx, account_id: string): Promise<boolean> {
  const { tx, now, school_id } = ctx
  const account = await findAccount(ctx, account_id)
  if (!account || account.email_verified_at) return false
  await sql`update accounts set ${withoutCredentials}, email_verified_at = ${now} where id = ${account_id}`.execute(
    tx,
  )
  await tx.deleteFrom('account_sessions').where('account_id', '=', account_id).execute()
  if (school_id !== PLATFORM_ID && account.password_hash) await mailEmailVerified(ctx, account)
  return true
}

async function endBefore(ctx: Ctx, user_id: string) {
  const { tx, school_id } = ctx
  await endSessions(ctx, user_id)
  await deleteTokens(ctx, user_id)
  await tx
    .deleteFrom('oidc_identities')
    .where('school_id', '=', school_id)
    .where('user_id', '=', user_id)
    .execute()
  await revokeClientsCreatedBy(ctx, user_id)
}

/** Ends what an account had in its schools before verification. One short transaction per school. */
export async function endUnverifiedAccount(ctx: CtxWithoutTx, account_id: string) {
  const owned = await ctx.db
    .selectFrom('account_schools')
    .where('account_id', '=', account_id)
    .where('school_id', '<>', ctx.school_id)
    .select('school_id')
    .execute()
  for (const { school_id } of owned)
    await runTransaction(
      asSchool(ctx, { school_id }),
      { onSchoolInvalidated: ctx.hosts.evict },
      async (txCtx) => {
        const users = await txCtx.tx
          .selectFrom('users')
          .where('school_id', '=', school_id)
          .where('account_id', '=', account_id)
          .select('id')
          .execute()
        for (const { id } of users) await endBefore(txCtx, id)
      },
    )
}
