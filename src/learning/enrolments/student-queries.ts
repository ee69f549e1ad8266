import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/** Whether the name or the address of user `u` contains `search`, ignoring case and accents. */
export function nameOrEmailContains(search: string) {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`fold_text(' ' || u.name || ' ' || u.email) like fold_text(${pattern})`
}

/** Whether the person ever used the account: has a password, or logged in. An imported student has neither. */
const hasCome = sql<boolean>`(password_hash is not null or last_seen_at is not null)`

const isProved = sql<boolean>`(email_verified_at is not null)`

/** Returns a student of this school; refuses `not_found` for other people. */
export async function getStudent({ tx, school_id }: Ctx, id: string) {
  const student = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .where('role', '=', 'student')
    .where('status', '<>', 'removed')
    .select(['id', 'name', 'email', 'language', hasCome.as('has_come'), isProved.as('is_proved')])
    .executeTakeFirst()
  return ensureFound(student)
}

/**
 * Students of this school among the given ids, locked until commit: a missing enrolment cannot be locked, so
 * changes of enrolments lock the student first.
 */
export function lockStudents({ tx, school_id }: Ctx, ids: string[]) {
  return tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('role', '=', 'student')
    .where('status', '<>', 'removed')
    .select(['id', 'name', 'email', 'language', hasCome.as('has_come'), isProved.as('is_proved')])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

export type StudentRow = Awaited<ReturnType<typeof getStudent>>
