import { inSchoolOf } from '#accounts/index.ts'
import { takeBack } from '#school-closure/index.ts'
import type { Ctx, OwnCtx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import { done, type Input, type Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'

export const listClosings = (
  { tx }: Ctx,
  { limit, cursor }: Input<typeof contract.listClosings>,
): Promise<Reply<typeof contract.listClosings>> =>
  keyset(
    tx
      .selectFrom('school_closings')
      .where('erased_at', 'is', null)
      .select(['school_id', 'school_url', 'name', 'reason', 'begun_at', 'erase_at', 'erasing_at']),
    {
      by: ['erase_at', 'school_id'],
      direction: 'asc',
      limit,
      cursor,
      key: (row) => [row.erase_at.toISOString(), row.school_id],
    },
  )

export async function undoClosing(
  ctx: OwnCtx,
  { school_id, reason }: Input<typeof contract.undoClosing>,
): Promise<Reply<typeof contract.undoClosing>> {
  await inSchoolOf(ctx, school_id, (inside) => takeBack(inside, reason))
  return done
}
