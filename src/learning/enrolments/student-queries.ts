import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/** Whether the name or the address of user `u` contains `search`, ignoring case and accents. */
export function nameOrEmailContains(search: string) {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`fold_text(u.name || ' ' || u.email) like fold_text(${pattern})`
}

/** Whether somebody has shown to be there: has a password, or was seen. A student added from a list has neither. */
const hasCome = sql<boolean>`(password_hash is not null or last_seen_at is not null)`

const isProved = sql<boolean>`(email_verified_at is not null)`

/** A student of this school; `not_found` for anybody else. */
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
 * Those of the given people who are students of this school, held until commit: an enrolment that is not there yet
 * cannot be locked, so whoever changes a student's enrolments takes the student first.
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
