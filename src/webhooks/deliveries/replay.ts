import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { newId } from '#platform/security/tokens.ts'
import type * as contract from '../contract.ts'
import { testEventType } from '../events/events.ts'
import { deliverWebhooksJob } from '../job-handles.ts'
import { eventRow } from '../events/publish-event.ts'
import { findDelivery, lockWebhook } from '../queries.ts'

const maxAtOnce = 1_000

async function activeWebhook(ctx: Ctx, endpoint_id: string) {
  const { state } = await lockWebhook(ctx, endpoint_id)
  if (state !== 'active') throw new Refusal('webhook_not_active')
}

/** A pending delivery becomes due at once; a running one is left alone. */
export async function replayWebhookDelivery(
  ctx: Ctx,
  { endpoint_id, delivery_id }: Input<typeof contract.replayWebhookDelivery>,
): Promise<Reply<typeof contract.replayWebhookDelivery>> {
  const { tx, school_id, now } = ctx
  await activeWebhook(ctx, endpoint_id)
  ensureFound(
    await tx
      .updateTable('webhook_deliveries')
      .set({ state: 'pending', next_attempt_at: now, first_attempt_at: null, finished_at: null })
      .where('school_id', '=', school_id)
      .where('endpoint_id', '=', endpoint_id)
      .where('id', '=', delivery_id)
      .returning('id')
      .executeTakeFirst(),
  )
  await ctx.audit('webhook.replayed', ['webhook', endpoint_id], { delivery_id })
  await ctx.enqueue(deliverWebhooksJob, { endpoint_id })
  return findDelivery(ctx, endpoint_id, delivery_id)
}

export async function replayFailedWebhooks(
  ctx: Ctx,
  { endpoint_id, since }: Input<typeof contract.replayFailedWebhooks>,
): Promise<Reply<typeof contract.replayFailedWebhooks>> {
  const { tx, school_id, now } = ctx
  await activeWebhook(ctx, endpoint_id)
  const { numAffectedRows = 0n } = await sql`
    update webhook_deliveries set state = 'pending', next_attempt_at = ${now}, first_attempt_at = null, finished_at = null
    where school_id = ${school_id} and id in (
      select id from webhook_deliveries
      where school_id = ${school_id} and endpoint_id = ${endpoint_id} and state = 'failed'
        and created_at >= ${new Date(since)}
      order by position limit ${maxAtOnce})`.execute(tx)
  const replayed = Number(numAffectedRows)
  await ctx.audit('webhook.replayed', ['webhook', endpoint_id], { since, replayed })
  if (replayed > 0) await ctx.enqueue(deliverWebhooksJob, { endpoint_id })
  return { replayed }
}

export async function testWebhook(
  ctx: Ctx,
  { endpoint_id }: Input<typeof contract.testWebhook>,
): Promise<Reply<typeof contract.testWebhook>> {
  const { tx, school_id, now } = ctx
  await activeWebhook(ctx, endpoint_id)
  // A separate object, so that a test does not wait for earlier events.
  const testEvent = { type: testEventType, object: `test/${newId()}`, data: { endpoint_id } }
  const event = await tx
    .insertInto('webhook_events')
    .values(eventRow(ctx, testEvent, 1))
    .returning(['id', 'event_type', 'object_key', 'position'])
    .executeTakeFirstOrThrow()
  const id = newId()
  const { id: event_id, ...rest } = event
  const times = { next_attempt_at: now, created_at: now }
  await tx
    .insertInto('webhook_deliveries')
    .values({ school_id, id, endpoint_id, event_id, ...rest, ...times })
    .execute()
  await ctx.enqueue(deliverWebhooksJob, { endpoint_id }, { priority: 'soon' })
  return findDelivery(ctx, endpoint_id, id)
}
