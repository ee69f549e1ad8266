import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { withReadOnlySchoolTx } from '#tenancy/database/school-tx.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { ensureSchoolVisible } from '#tenancy/context/ensure-school-visible.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { selectCategoriesForStaff, selectCategories } from './queries.ts'

const inOrder = {
  by: ['c.position', 'c.id'],
  direction: 'asc',
  key: (row: { position: number; id: string }) => [row.position, row.id],
} as const

export function listCategories(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listCategories>,
): Promise<Reply<typeof contract.listCategories>> {
  return paginateByKeyset(selectCategoriesForStaff(ctx), { ...inOrder, by: [...inOrder.by], limit, cursor })
}

/** At the root host any school may be named, so the transaction is for that school and not for the host. */
export async function listSchoolCategories(
  ctx: CtxWithoutTx,
  { id, limit, cursor }: Input<typeof contract.listSchoolCategories>,
): Promise<Reply<typeof contract.listSchoolCategories>> {
  await ensureSchoolVisible(ctx, id)
  const read = async (tx: Ctx['tx']) => {
    const school = tx.selectFrom('schools').where('school_id', '=', id).select('school_id').executeTakeFirst()
    ensureFound(await school)
    return paginateByKeyset(selectCategories({ tx, school_id: id }), {
      ...inOrder,
      by: [...inOrder.by],
      limit,
      cursor,
    })
  }
  return withReadOnlySchoolTx(ctx.db, id, read)
}
