import { sql } from 'kysely'
import type { Input } from '#platform/contract/route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { isAdmin } from '#tenancy/access/actor.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type * as contract from '../contract.ts'
import { bankView, selectBanks } from '../queries.ts'

/** Admins see every bank of the school, teachers those of the school and of their courses. */
export async function listQuestionBanks(
  ctx: Ctx,
  { course_id, q = '', limit, cursor }: Input<typeof contract.listQuestionBanks>,
) {
  let banks = selectBanks(ctx)
  if (course_id) banks = banks.where('b.course_id', '=', course_id)
  const words = q.trim().split(/\s+/u).filter(Boolean)
  for (const word of words)
    banks = banks.where(
      sql<boolean>`fold_text(b.name) like '%' || fold_text(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
    )
  const { id } = ctx.actor
  if (!isAdmin(ctx.actor))
    banks = banks.where((eb) =>
      eb.or([eb('b.course_id', 'is', null), eb('c.course_teacher_id', '=', id), eb('c.created_by', '=', id)]),
    )
  const page = await paginateByKeyset(banks, {
    by: ['b.updated_at', 'b.id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.updated_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map((bank) => bankView(ctx, bank)) }
}
