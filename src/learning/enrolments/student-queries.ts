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

const selectStudents = ({ tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>) =>
  tx
    .selectFrom('users as u')
    .where('u.school_id', '=', school_id)
    .where('u.role', '=', 'student')
    .where('u.status', '<>', 'removed')
    .select(['u.id', 'u.name', 'u.email', 'u.language', hasCome.as('has_come'), isProved.as('is_proved')])

/** The students of this school among the given ids, by name. */
export async function findStudents(ctx: Ctx, ids: readonly string[]): Promise<StudentRow[]> {
  if (ids.length === 0) return []
  return selectStudents(ctx)
    .where('u.id', 'in', [...ids])
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
}

/** Students who completed a course. */
export const studentsWhoCompleted = (ctx: Ctx, course_id: string) =>
  selectStudents(ctx)
    .innerJoin('enrolments as e', (on) =>
      on.onRef('e.school_id', '=', 'u.school_id').onRef('e.user_id', '=', 'u.id'),
    )
    .where('e.school_id', '=', ctx.school_id)
    .where('e.course_id', '=', course_id)
    .where('e.completed_at', 'is not', null)

/** Students who completed a course, by name; at most `limit`. */
export const findStudentsWhoCompleted = (ctx: Ctx, course_id: string, limit: number): Promise<StudentRow[]> =>
  studentsWhoCompleted(ctx, course_id).orderBy('u.name').orderBy('u.id').limit(limit).execute()

/** The longest name of a student of this school; null without students. */
export async function findStudentWithLongestName({ tx, school_id }: Ctx): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'student')
    .where('status', '<>', 'removed')
    .select('name')
    .orderBy(sql`length(name)`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.name ?? null
}
