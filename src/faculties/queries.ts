import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { violatedUniqueConstraint } from '#platform/database/database.server.ts'
import { Refusal } from '#platform/contract/refusal.ts'

type Reach = Pick<Ctx, 'tx' | 'school_id'>

export const selectFaculties = ({ tx, school_id }: Reach) =>
  tx
    .selectFrom('faculties as f')
    .where('f.school_id', '=', school_id)
    .select(['f.id', 'f.name', 'f.slug', 'f.position'])

const courseCount = (column: 'faculty_id' | 'department_id', owner: 'f' | 'd') =>
  sql<number>`(select count(*)::int from courses k where k.school_id = ${sql.ref(`${owner}.school_id`)}
    and k.${sql.ref(column)} = ${sql.ref(`${owner}.id`)} and k.deleted_at is null)`

const peopleCount = (students: boolean) => sql<number>`(select count(*)::int from (
    select from faculty_members m join users u on u.school_id = m.school_id and u.id = m.user_id
    where m.school_id = f.school_id and m.faculty_id = f.id and u.status <> 'removed'
    and (u.role = 'student') = ${sql.lit(students)} limit 1000) few)`

/** Selects faculties with the counts of their content. */
export const selectFacultiesWithCounts = (ctx: Reach) =>
  selectFaculties(ctx)
    .select('f.created_at')
    .select([
      courseCount('faculty_id', 'f').as('course_count'),
      peopleCount(true).as('student_count'),
      peopleCount(false).as('staff_count'),
    ])

/** Selects departments of some faculties in order, with the number of courses. */
export const selectDepartments = ({ tx, school_id }: Reach, faculty_ids: string[]) =>
  tx
    .selectFrom('departments as d')
    .where('d.school_id', '=', school_id)
    .where('d.faculty_id', 'in', faculty_ids)
    .select(['d.id', 'd.name', 'd.position', 'd.faculty_id'])
    .select(courseCount('department_id', 'd').as('course_count'))
    .orderBy('d.position')
    .orderBy('d.id')

/** Adds the departments to faculties, as staff read them. */
export async function attachDepartments<Row extends { id: string }>(ctx: Reach, rows: Row[]) {
  if (rows.length === 0) return []
  const departments = await selectDepartments(
    ctx,
    rows.map((row) => row.id),
  ).execute()
  const byFaculty = Map.groupBy(departments, (department) => department.faculty_id)
  return rows.map((row) => ({
    ...row,
    departments: (byFaculty.get(row.id) ?? []).map(({ faculty_id: _f, ...department }) => department),
  }))
}

/** Locks the faculties of a school: their number, order, names and slugs depend on each other. */
export async function lockFaculties({ tx, school_id }: Reach) {
  await tx
    .selectFrom('schools')
    .where('school_id', '=', school_id)
    .select('school_id')
    .forNoKeyUpdate()
    .execute()
  return selectFaculties({ tx, school_id }).execute()
}

/** Converts a unique violation of the name to its refusal; returns any other error unchanged. */
export function translateUniqueViolation(error: unknown) {
  const broken = violatedUniqueConstraint(error)
  if (broken === 'faculties_name') return new Refusal('faculty_name_taken')
  return broken === 'departments_name' ? new Refusal('department_name_taken') : error
}
