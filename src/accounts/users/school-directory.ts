import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx, Role } from '#tenancy/context/request-context.ts'
import type { Database } from '#platform/database/database.server.ts'
import { normalizeEmail } from './login-name.ts'

/** Most people are at one school, a few at a dozen. */
const mostSchools = 100

const emailHash = (email: string) => createHash('sha256').update(normalizeEmail(email)).digest()

/** Notes that somebody with this e-mail is in the context's school. It only says where to look. */
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

/** The other way, for an address that is erased: nothing tells any more that it was here, unless somebody else has it. */
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

/** Ids of the schools in which this e-mail may have an account, or which its account owns. */
export async function schoolsWithEmail(db: Database, email: string): Promise<string[]> {
  const known = db
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
  const rows = await known.limit(mostSchools).execute()
  return rows.map((row) => row.school_id)
}

export interface SchoolAccount {
  role: Role
  language: string | null
}

/** As what this e-mail has an account in the context's school; empty where it has none any more. */
export async function findEmailAccounts({ tx, school_id }: Ctx, email: string): Promise<SchoolAccount[]> {
  const rows = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    // Word for word the expression of the index `users_login`, of which the e-mail is the last column.
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
