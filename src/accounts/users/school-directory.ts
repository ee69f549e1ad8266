import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import type { Database } from '#platform/database/database.server.ts'
import { normalizeEmail } from './login-name.ts'

/** Most people are at one school, a few at a dozen. */
const maxSchools = 100

const emailHash = (email: string) => createHash('sha256').update(normalizeEmail(email)).digest()

/** Records that the context's school has a user with this address. Only says where to look. */
export async function addToSchoolDirectory(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  emails: string[],
) {
  const rows = emails.map((email) => ({ email_hash: emailHash(email), school_id }))
  await tx
    .insertInto('school_email_index')
    .values(rows)
    .onConflict((oc) => oc.doNothing())
    .execute()
}

/** Removes an erased address from the directory, unless another user of the school has it. */
export async function removeFromSchoolDirectory(ctx: Pick<Ctx, 'tx' | 'school_id'>, email: string) {
  const { tx, school_id } = ctx
  const { count } = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('email', '=', normalizeEmail(email))
    .where('status', '<>', 'removed')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) > 0) return
  await tx
    .deleteFrom('school_email_index')
    .where('email_hash', '=', emailHash(email))
    .where('school_id', '=', school_id)
    .execute()
}

/** Ids of schools that may have a user with this address, or whose owner has it. */
export async function schoolsWithEmail(db: Database, email: string): Promise<string[]> {
  const schoolIds = db
    .selectFrom('school_email_index')
    .where('email_hash', '=', emailHash(email))
    .select('school_id')
    .union(
      db
        .selectFrom('account_schools as s')
        .innerJoin('accounts as a', 'a.id', 's.account_id')
        .where('a.email', '=', normalizeEmail(email))
        .select('s.school_id'),
    )
  const rows = await schoolIds.limit(maxSchools).execute()
  return rows.map((row) => row.school_id)
}

export interface SchoolAccount {
  role: Role
  language: string | null
}

/** Roles of this address in the context's school; empty if there are none. */
export async function findEmailAccounts({ tx, school_id }: Ctx, email: string): Promise<SchoolAccount[]> {
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    // Must equal the expression of the index `users_login`, whose last column is the address.
    .where(
      sql<boolean>`(case role when 'account_user' then 'admin' else role end) in ('student', 'teacher', 'admin')`,
    )
    .where('email', '=', normalizeEmail(email))
    .where('status', '<>', 'removed')
    .select(['role', 'language'])
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}
