import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { selectResellersWithCounts, resellerView } from './queries.ts'

export async function listResellers(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listResellers>,
): Promise<Reply<typeof contract.listResellers>> {
  const page = await paginateByKeyset(selectResellersWithCounts(ctx), {
    by: ['created_at', 'id'],
    direction: 'desc',
    limit,
    cursor,
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map((row) => resellerView(ctx.config, row)) }
}
