import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import type { OutboundFailure } from '#platform/outbound/outbound-error.ts'
import { ensureFound } from '#platform/contract/refusal.ts'

/** Selects endpoints with the columns of the list. */
export function selectWebhooks({ tx, school_id, now }: Ctx) {
  return tx
    .selectFrom('webhook_endpoints as w')
    .where('w.school_id', '=', school_id)
    .select(['w.id', 'w.url', 'w.description', 'w.event_types', 'w.state', 'w.disabled_reason'])
    .select(['w.failing_since', 'w.last_delivered_at', 'w.created_at'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_secrets as s')
        .where('s.school_id', '=', school_id)
        .whereRef('s.endpoint_id', '=', 'w.id')
        .where('s.expires_at', '>', now)
        .select(sql<Date | null>`max(s.expires_at)`.as('until'))
        .as('previous_secret_expires_at'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['executeTakeFirstOrThrow']>>

/** Check constraints limit both columns to these values. */
export const webhookView = (row: Row) => ({
  ...row,
  state: row.state as 'active' | 'paused' | 'disabled',
  disabled_reason: row.disabled_reason as 'gone' | 'failing' | null,
})

export const findWebhook = async (ctx: Ctx, id: string) =>
  webhookView(ensureFound(await selectWebhooks(ctx).where('w.id', '=', id).executeTakeFirst()))

/** Locked until commit, so that concurrent changes of an endpoint run one after the other. */
export async function lockWebhook({ tx, school_id }: Ctx, id: string) {
  return ensureFound(
    await tx
      .selectFrom('webhook_endpoints')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select(['id', 'url', 'state', 'failing_since'])
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
}

/** Selects deliveries of one endpoint with the result of their last attempt. */
export function selectDeliveries({ tx, school_id }: Ctx, endpoint_id: string) {
  return tx
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhook_attempts as a', (on) =>
      on
        .onRef('a.school_id', '=', 'd.school_id')
        .onRef('a.delivery_id', '=', 'd.id')
        .onRef('a.number', '=', 'd.attempts'),
    )
    .where('d.school_id', '=', school_id)
    .where('d.endpoint_id', '=', endpoint_id)
    .select(['d.id', 'd.event_id', 'd.event_type', 'd.state', 'd.attempts', 'd.created_at'])
    .select(['d.finished_at', 'd.next_attempt_at', 'a.status as last_status', 'a.failure as last_failure'])
}

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['executeTakeFirstOrThrow']>>

export const deliveryView = (row: DeliveryRow) => ({
  ...row,
  state: row.state as 'pending' | 'delivered' | 'failed',
  last_failure: row.last_failure as OutboundFailure | null,
})

export const findDelivery = async (ctx: Ctx, endpoint_id: string, id: string) =>
  deliveryView(
    ensureFound(await selectDeliveries(ctx, endpoint_id).where('d.id', '=', id).executeTakeFirst()),
  )
