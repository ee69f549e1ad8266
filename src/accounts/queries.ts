import { sql } from 'kysely'
import type { Ctx } from '#platform/context.ts'
import { emailOf } from './names.ts'
import type { LoginKind } from './roles.ts'
import type { UserRow } from './user-details.ts'

/** The person of a door with this e-mail or user code; both are unique there. Removed people are nobody. */
export function userByCode(
  { tx, school_id }: Ctx,
  kind: LoginKind,
  user_code: string,
): Promise<UserRow | undefined> {
  const people = tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    // Word for word the expression of the index `users_login`.
    .where(sql<string>`(case role when 'account_user' then 'admin' else role end)`, '=', kind)
    .where('status', '<>', 'removed')
  const code = user_code.trim()
  const one = code.includes('@')
    ? people.where('email', '=', emailOf(code))
    : people.where('user_code', '=', code)
  return one.selectAll().executeTakeFirst()
}

export function userById({ tx, school_id }: Ctx, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .selectAll()
    .executeTakeFirst()
}

/** The same, held until commit, so that what a policy says of the person stays true. */
export function userToChange({ tx, school_id }: Ctx, id: string): Promise<UserRow | undefined> {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('status', '<>', 'removed')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

/** Ids of the active owners, held until commit: of two owners who suspend each other at once, one is refused. */
export async function activeOwners({ tx, school_id }: Ctx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'account_user')
    .where('status', '=', 'active')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}

/** What the school says about registering. */
export function registrationSettings({ tx, school_id }: Ctx) {
  return tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select(['allow_student_registration', 'allow_teacher_registration', 'registration_fields', 'school_no'])
    .select(['allow_magic_link_registration', 'terms_version', 'privacy_version'])
    .executeTakeFirstOrThrow()
}

export function accountById({ tx }: Pick<Ctx, 'tx'>, id: string) {
  return tx.selectFrom('accounts').where('id', '=', id).selectAll().executeTakeFirst()
}

/** The account of this e-mail at the root that is spoken for: another root's accounts do not exist there. */
export function accountByEmail({ tx, brand }: Pick<Ctx, 'tx' | 'brand'>, email: string) {
  return tx
    .selectFrom('accounts')
    .where('root_domain', '=', brand.key)
    .where('email', '=', emailOf(email))
    .selectAll()
    .executeTakeFirst()
}

/** What a first step is checked against, of an owner's the account's: the hash, and whether there is a second. */
export async function credentialsOf(ctx: Ctx, user: UserRow | undefined) {
  const behind = user?.account_id ? ((await accountById(ctx, user.account_id)) ?? null) : null
  const stored = user?.account_id ? behind?.password_hash : user?.password_hash
  return { behind, stored: stored ?? null }
}

/** The hash that a user's password is checked against: an account user's is the account's. */
export const passwordHashOf = async (ctx: Ctx, user: UserRow | undefined) =>
  (await credentialsOf(ctx, user)).stored
