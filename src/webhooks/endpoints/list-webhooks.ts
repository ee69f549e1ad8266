import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { findWebhook, selectWebhooks, webhookView } from '../queries.ts'

export async function listWebhooks(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listWebhooks>,
): Promise<Reply<typeof contract.listWebhooks>> {
  const page = await paginateByKeyset(selectWebhooks(ctx), {
    limit,
    cursor,
    by: ['w.created_at', 'w.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map(webhookView) }
}

export const getWebhook = (
  ctx: Ctx,
  { endpoint_id }: Input<typeof contract.getWebhook>,
): Promise<Reply<typeof contract.getWebhook>> => findWebhook(ctx, endpoint_id)
