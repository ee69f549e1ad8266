import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { selectAssessments, summaryOf } from '../queries.ts'

/** Admins see every assessment, teachers those of their courses and their own ones of the school. */
export async function listAssessments(ctx: Ctx, input: Input<typeof contract.listAssessments>) {
  const { course_id, kind, state, limit, cursor } = input
  let query = selectAssessments(ctx)
  if (course_id) query = query.where('a.course_id', '=', course_id)
  if (kind) query = query.where('a.kind', '=', kind)
  if (state) query = query.where('a.revision', state === 'published' ? 'is not' : 'is', null)
  const words = input.q?.trim()
  if (words) {
    const part = `%${words.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(sql<boolean>`fold_text(a.name) like fold_text(${part})`)
  }
  const { id } = ctx.actor
  if (!isAdmin(ctx.actor))
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('a.course_id', 'is', null), eb('a.created_by', '=', id)]),
        eb('c.course_teacher_id', '=', id),
        eb('c.created_by', '=', id),
      ]),
    )
  const page = await paginateByKeyset(query, {
    by: ['a.updated_at', 'a.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.updated_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map(summaryOf) }
}
