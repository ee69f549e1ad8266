import type { Ctx } from '#tenancy/context/request-context.ts'
import { okReply } from '#platform/contract/schemas.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { deliverWebhooksJob } from '../job-handles.ts'
import { lockWebhook, findWebhook } from '../queries.ts'
import { webhookHost, endpointUrl } from './endpoint-url.ts'

export async function updateWebhook(
  ctx: Ctx,
  { endpoint_id, url, state, ...given }: Input<typeof contract.updateWebhook>,
): Promise<Reply<typeof contract.updateWebhook>> {
  const { tx, school_id, now } = ctx
  const before = await lockWebhook(ctx, endpoint_id)
  const address = url === undefined ? undefined : endpointUrl(ctx, url)
  // Activating an endpoint or changing its address starts another 72 hours.
  const isFresh = (state === 'active' && before.state !== 'active') || (address && address !== before.url)
  await tx
    .updateTable('webhook_endpoints')
    .set({
      ...given,
      ...(address && { url: address }),
      ...(state && { state, disabled_reason: null }),
      ...(isFresh && { failing_since: null }),
      updated_at: now,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', endpoint_id)
    .execute()
  await ctx.audit('webhook.updated', ['webhook', endpoint_id], {
    ...given,
    ...(address && { host: webhookHost(address) }),
    ...(state && { state: [before.state, state] }),
  })
  if (isFresh) await ctx.enqueue(deliverWebhooksJob, { endpoint_id })
  return findWebhook(ctx, endpoint_id)
}

export async function deleteWebhook(ctx: Ctx, { endpoint_id }: Input<typeof contract.deleteWebhook>) {
  const { url } = await lockWebhook(ctx, endpoint_id)
  await ctx.tx
    .deleteFrom('webhook_endpoints')
    .where('school_id', '=', ctx.school_id)
    .where('id', '=', endpoint_id)
    .execute()
  await ctx.audit('webhook.deleted', ['webhook', endpoint_id], { host: webhookHost(url) })
  return okReply
}
