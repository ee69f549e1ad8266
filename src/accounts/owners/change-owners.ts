import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { addOwner } from './add-owner.ts'
import { removeOwnedSchool } from './remove-owned-school.ts'
import { findOwnerByAccount } from './with-owned-school.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { deleteTokens } from '../sessions/one-time-tokens.ts'
import { publishUserEvent } from '../users/publish-user-event.ts'
import { findAccount } from '../users/user-queries.ts'
import { endSessions } from '../sessions/session.ts'
import type { UserRow } from '../users/user-details-view.ts'

/** Makes an account an owner of the context's school. An existing admin stays the same user. */
export async function grantOwnership(
  ctx: Ctx,
  account: { id: string; email: string },
): Promise<Pick<UserRow, 'id' | 'name' | 'email'>> {
  const { tx, school_id, now } = ctx
  const already = await findOwnerByAccount(ctx, account.id)
  if (already) return already
  const admin = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    // Must equal the expression of the index `users_login`.
    .where(sql<string>`(case role when 'account_user' then 'admin' else role end)`, '=', 'admin')
    .where('status', '<>', 'removed')
    .where('email', '=', normalizeEmail(account.email))
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!admin) return addOwner(ctx, account.id)
  await tx
    .insertInto('account_schools')
    .values({ account_id: account.id, school_id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // From here on password and second factor are those of the account.
  const factor = { totp_secret: null, totp_confirmed_at: null, recovery_codes: [] }
  const ownerColumns = { role: 'account_user', status: 'active', account_id: account.id, password_hash: null }
  return change(ctx, admin, { ...ownerColumns, ...factor, erase_at: null })
}

/** Turns an owner into an admin with the same password, or removes the user. Ends sessions everywhere. */
export async function revokeOwnership(ctx: Ctx, owner: UserRow, becomes: 'admin' | 'no_role') {
  const account_id = owner.account_id!
  const password_hash = (await findAccount(ctx, account_id))?.password_hash ?? null
  await change(
    ctx,
    owner,
    becomes === 'admin' ? { role: 'admin', password_hash } : { status: 'removed', user_code: null },
  )
  await removeOwnedSchool(ctx, { id: owner.id, account_id })
}

async function change(ctx: Ctx, before: UserRow, after: Partial<UserRow>): Promise<UserRow> {
  const { tx, school_id, now } = ctx
  const row = await tx
    .updateTable('users')
    .set({ ...(after as object), updated_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await endSessions(ctx, before.id)
  await deleteTokens(ctx, before.id)
  await ctx.audit('user.role_or_status_changed', ['user', before.id], {
    ...(row.role !== before.role && { role: [before.role as Role, row.role as Role] }),
    ...(row.status !== before.status && { status: [before.status, row.status] }),
  })
  await publishUserEvent(ctx, row, before.status)
  return row
}
