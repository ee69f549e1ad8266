import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { countedFaculties, facultiesOf, withDepartments } from './queries.ts'

const inOrder = {
  by: ['f.position', 'f.id'],
  direction: 'asc' as const,
  key: (row: { position: number; id: string }) => [row.position, row.id],
}

export async function listFaculties(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listFaculties>,
): Promise<Reply<typeof contract.listFaculties>> {
  const page = await keyset(countedFaculties(ctx), { ...inOrder, limit, cursor })
  return { ...page, data: await withDepartments(ctx, page.data) }
}

/** One without a listed course would be a filter that finds nothing. */
export async function schoolFaculties(
  ctx: Ctx,
  { school_id, limit, cursor }: Input<typeof contract.schoolFaculties>,
): Promise<Reply<typeof contract.schoolFaculties>> {
  found(school_id === ctx.school_id ? school_id : null)
  const listed = sql<boolean>`exists (select from courses k where k.school_id = f.school_id
    and k.faculty_id = f.id and k.deleted_at is null and k.course_is_public and not k.is_hidden)`
  return keyset(facultiesOf(ctx).where(listed), { ...inOrder, limit, cursor })
}

/** Departments as words that courses carry, the most frequent first. */
export async function looseDepartments({
  tx,
  school_id,
}: Ctx): Promise<Reply<typeof contract.looseDepartments>> {
  const data = await tx
    .selectFrom('courses')
    .where('school_id', '=', school_id)
    .where('deleted_at', 'is', null)
    .where('faculty_id', 'is', null)
    .where('department_id', 'is', null)
    .where('course_department', '<>', '')
    .groupBy(sql`lower(course_department)`)
    .select([sql<string>`min(course_department)`.as('name'), sql<number>`count(*)::int`.as('course_count')])
    .orderBy('course_count', 'desc')
    .orderBy('name')
    .limit(100)
    .execute()
  return { data }
}
