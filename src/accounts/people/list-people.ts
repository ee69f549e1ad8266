import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Role } from '#tenancy/access/actor.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { getFacultiesOfUsers } from '../users/faculty-lookup.ts'
import { personColumns, peopleListRow } from '../users/user-details-view.ts'

type Search = Input<typeof contract.listStudents>
type People = Reply<typeof contract.listStudents>

export const listAdmins = (ctx: Ctx, input: Search) => listPeople(ctx, ['admin', 'account_user'], input)
export const listTeachers = (ctx: Ctx, input: Search) => listPeople(ctx, ['teacher'], input)
export const listStudents = (ctx: Ctx, input: Search) => listPeople(ctx, ['student'], input)

/** Selects people with these roles and this status; without a status, all but removed ones. */
export function selectPeople({ tx, school_id }: Ctx, roles: Role[], status?: Search['status']) {
  const people = tx.selectFrom('users').where('school_id', '=', school_id).where('role', 'in', roles)
  return status ? people.where('status', '=', status) : people.where('status', '<>', 'removed')
}

/** Number of students who may log in; counting stops at `max`. */
export async function countActiveStudents(
  { tx, school_id }: Pick<Ctx, 'tx' | 'school_id'>,
  max: number,
): Promise<number> {
  const students = tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', '=', 'student')
    .where('status', '=', 'active')
    .select('id')
    .limit(max)
  const { count } = await tx
    .selectFrom(students.as('students'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** People with these roles, newest first. */
async function listPeople(
  ctx: Ctx,
  roles: Role[],
  { search, status, faculty_id, limit, cursor }: Search,
): Promise<People> {
  const { school_id, actor } = ctx
  let people = selectPeople(ctx, roles, status).select(personColumns)
  if (faculty_id)
    people = people.where(
      sql<boolean>`exists (select from faculty_members m where m.school_id = ${school_id}
        and m.faculty_id = ${faculty_id} and m.user_id = users.id)`,
    )
  for (const word of (search ?? '').split(/\s+/).filter(Boolean).slice(0, 6))
    // Must equal the expression of the index `users_search`.
    people = people.where(
      sql<boolean>`fold_text(' ' || name || ' ' || email) like '%' || fold_text(${escapeLike(word)}) || '%'`,
    )
  const page = await paginateByKeyset(people, {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at, row.id],
  })
  const faculties = await getFacultiesOfUsers(
    ctx,
    page.data.map((row) => row.id),
  )
  return { ...page, data: page.data.map((row) => peopleListRow(actor, row, faculties.get(row.id) ?? [])) }
}

const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')
