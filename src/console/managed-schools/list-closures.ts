import { withSchool } from '#accounts/index.ts'
import { cancelClosure } from '#school-closure/index.ts'
import type { Ctx, CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'

export const listClosures = (
  { tx }: Ctx,
  { limit, cursor }: Input<typeof contract.listClosings>,
): Promise<Reply<typeof contract.listClosings>> =>
  paginateByKeyset(
    tx
      .selectFrom('school_closings')
      .where('erased_at', 'is', null)
      .select(['school_id', 'school_url', 'name', 'reason', 'started_at', 'erase_at', 'erasing_at']),
    {
      by: ['erase_at', 'school_id'],
      direction: 'asc',
      limit,
      cursor,
      key: (row) => [row.erase_at.toISOString(), row.school_id],
    },
  )

export async function cancelClosing(
  ctx: CtxWithoutTx,
  { school_id, reason }: Input<typeof contract.cancelClosing>,
): Promise<Reply<typeof contract.cancelClosing>> {
  await withSchool(ctx, school_id, (txCtx) => cancelClosure(txCtx, reason))
  return okReply
}
