import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { inSchool } from '#platform/database/database.server.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import { ensureSpokenOf } from '#tenancy/context/ensure-school-visible.ts'
import { found } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { categoriesForStaff, categoriesOf } from './queries.ts'

const inOrder = {
  by: ['c.position', 'c.id'],
  direction: 'asc',
  key: (row: { position: number; id: string }) => [row.position, row.id],
} as const

export function listCategories(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listCategories>,
): Promise<Reply<typeof contract.listCategories>> {
  return keyset(categoriesForStaff(ctx), { ...inOrder, by: [...inOrder.by], limit, cursor })
}

/** At the root any school may be asked for, so the transaction is that school's and not the host's. */
export async function schoolCategories(
  ctx: OwnCtx,
  { id, limit, cursor }: Input<typeof contract.schoolCategories>,
): Promise<Reply<typeof contract.schoolCategories>> {
  await ensureSpokenOf(ctx, id)
  const read = async (tx: Ctx['tx']) => {
    const known = tx.selectFrom('schools').where('school_id', '=', id).select('school_id').executeTakeFirst()
    found(await known)
    return keyset(categoriesOf({ tx, school_id: id }), { ...inOrder, by: [...inOrder.by], limit, cursor })
  }
  return inSchool(ctx.db, id, read, { readOnly: true })
}
