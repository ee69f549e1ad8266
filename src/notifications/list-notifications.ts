import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { selectNotifications } from './queries.ts'

export async function listNotifications(
  ctx: Ctx,
  { unread, limit, cursor }: Input<typeof contract.listNotifications>,
): Promise<Reply<typeof contract.listNotifications>> {
  let query = selectNotifications(ctx).select(['id', 'kind', 'data', 'created_at', 'read_at'])
  if (unread !== undefined) query = query.where('read_at', unread ? 'is' : 'is not', null)
  const page = await paginateByKeyset(query, {
    limit,
    cursor,
    by: ['created_at', 'id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  // Written by `notify` only, which takes a record.
  return { ...page, data: page.data.map((row) => ({ ...row, data: row.data as Record<string, unknown> })) }
}
