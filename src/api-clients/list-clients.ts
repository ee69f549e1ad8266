import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { selectClients, clientView } from './queries.ts'

export async function listApiClients(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listApiClients>,
): Promise<Reply<typeof contract.listApiClients>> {
  const page = await paginateByKeyset(selectClients(ctx), {
    limit,
    cursor,
    by: ['c.created_at', 'c.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map((row) => clientView(row, ctx.now)) }
}
