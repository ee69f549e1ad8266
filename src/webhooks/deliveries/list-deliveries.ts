import type { Ctx } from '#tenancy/context/request-context.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import type { OutboundFailure } from '#platform/outbound/outbound-error.ts'
import { ensureFound } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { selectDeliveries, findDelivery, deliveryView, findWebhook } from '../queries.ts'

export async function listWebhookDeliveries(
  ctx: Ctx,
  { endpoint_id, state, limit, cursor }: Input<typeof contract.listWebhookDeliveries>,
): Promise<Reply<typeof contract.listWebhookDeliveries>> {
  await findWebhook(ctx, endpoint_id)
  const all = selectDeliveries(ctx, endpoint_id)
  const page = await paginateByKeyset(state ? all.where('d.state', '=', state) : all, {
    limit,
    cursor,
    by: ['d.created_at', 'd.id'],
    direction: 'desc',
    key: (row) => [row.created_at.toISOString(), row.id],
  })
  return { ...page, data: page.data.map(deliveryView) }
}

export async function getWebhookDelivery(
  ctx: Ctx,
  { endpoint_id, delivery_id }: Input<typeof contract.getWebhookDelivery>,
): Promise<Reply<typeof contract.getWebhookDelivery>> {
  const { tx, school_id } = ctx
  const delivery = await findDelivery(ctx, endpoint_id, delivery_id)
  const { body } = ensureFound(
    await tx
      .selectFrom('webhook_events')
      .where('school_id', '=', school_id)
      .where('id', '=', delivery.event_id)
      .select('body')
      .executeTakeFirst(),
  )
  const log = await tx
    .selectFrom('webhook_attempts')
    .where('school_id', '=', school_id)
    .where('delivery_id', '=', delivery_id)
    .select(['number', 'started_at', 'duration_ms', 'status', 'failure', 'response_body'])
    .orderBy('number', 'desc')
    .limit(50)
    .execute()
  const attempts = log.map((attempt) => ({ ...attempt, failure: attempt.failure as OutboundFailure | null }))
  return { ...delivery, body, log: attempts }
}
