import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { selectFacultiesWithCounts, selectFaculties, attachDepartments } from './queries.ts'

const inOrder = {
  by: ['f.position', 'f.id'],
  direction: 'asc' as const,
  key: (row: { position: number; id: string }) => [row.position, row.id],
}

export async function listFaculties(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listFaculties>,
): Promise<Reply<typeof contract.listFaculties>> {
  const page = await paginateByKeyset(selectFacultiesWithCounts(ctx), { ...inOrder, limit, cursor })
  return { ...page, data: await attachDepartments(ctx, page.data) }
}

/** A faculty without a listed course would be a filter without results. */
export async function listSchoolFaculties(
  ctx: Ctx,
  { school_id, limit, cursor }: Input<typeof contract.listSchoolFaculties>,
): Promise<Reply<typeof contract.listSchoolFaculties>> {
  ensureFound(school_id === ctx.school_id ? school_id : null)
  const listed = sql<boolean>`exists (select from courses k where k.school_id = f.school_id
    and k.faculty_id = f.id and k.deleted_at is null and k.course_is_public and not k.is_hidden)`
  return paginateByKeyset(selectFaculties(ctx).where(listed), { ...inOrder, limit, cursor })
}

/** Department names that courses contain as text, most frequent first. */
export async function listUnmatchedDepartments({
  tx,
  school_id,
}: Ctx): Promise<Reply<typeof contract.listUnmatchedDepartments>> {
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
