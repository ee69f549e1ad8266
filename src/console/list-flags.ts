import type { Ctx } from '#platform/context.ts'
import { keyset } from '#platform/paging.ts'
import type { Input, Reply } from '#platform/route.ts'
import type * as contract from './contract.ts'

export const listFlags = (
  { tx }: Ctx,
  { limit, cursor }: Input<typeof contract.listFlags>,
): Promise<Reply<typeof contract.listFlags>> =>
  keyset(tx.selectFrom('feature_flags').selectAll(), {
    by: ['name'],
    direction: 'asc',
    limit,
    cursor,
    key: (row) => [row.name],
  })
