import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'

export const listFlags = (
  { tx }: Ctx,
  { limit, cursor }: Input<typeof contract.listFlags>,
): Promise<Reply<typeof contract.listFlags>> =>
  paginateByKeyset(tx.selectFrom('feature_flags').selectAll(), {
    by: ['name'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.name],
  })
