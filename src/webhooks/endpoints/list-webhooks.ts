import type { Ctx } from '#tenancy/context/request-context.ts'
import { keyset } from '#platform/http/keyset-paging.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { webhookById, webhooksOf, webhookView } from '../queries.ts'

export async function listWebhooks(
  ctx: Ctx,
  { limit, cursor }: Input<typeof contract.listWebhooks>,
): Promise<Reply<typeof contract.listWebhooks>> {
  const page = await keyset(webhooksOf(ctx), {
    limit,
    cursor,
    by: ['w.created_at', 'w.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map(webhookView) }
}

export const showWebhook = (
  ctx: Ctx,
  { endpoint_id }: Input<typeof contract.showWebhook>,
): Promise<Reply<typeof contract.showWebhook>> => webhookById(ctx, endpoint_id)
