import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import type { EventType } from './event-types.ts'
import { eventCatalogue, type EventData } from './events.ts'
import { deliverWebhooksJob } from '../job-handles.ts'

export interface NewEvent<T extends EventType = EventType> {
  type: T
  /** The changed object, such as `course/<id>`: events of one object are delivered in order. */
  object: string
  data: EventData<T>
}

/**
 * Publishes an event to its subscribers, in the transaction of the change. The caller must hold the lock of the
 * object's row, so that its events are numbered in the order of its changes.
 */
export const publishEvent = <T extends EventType>(ctx: Ctx, event: NewEvent<T>) =>
  publishEvents(ctx, [event as NewEvent])

/** The same for many events, which are numbered in the given order. */
export async function publishEvents(ctx: Ctx, events: readonly NewEvent[]) {
  if (events.length === 0 || ctx.school_id === PLATFORM_ID) return
  const endpoints = await listening(ctx, [...new Set(events.map(({ type }) => type))])
  if (endpoints.length === 0) return
  const heard = events.filter(({ type }) => endpoints.some(({ event_types }) => event_types.includes(type)))
  const rows = heard.map((event) => eventRow(ctx, event, eventCatalogue[event.type].version))
  await ctx.tx.insertInto('webhook_events').values(rows).execute()
  await addDeliveries(
    ctx,
    rows.map(({ id }) => id),
  )
  for (const { id } of endpoints) await ctx.enqueue(deliverWebhooksJob, { endpoint_id: id })
}

/** Includes paused endpoints: they receive the events later. */
function listening({ tx, school_id }: Ctx, types: string[]) {
  return tx
    .selectFrom('webhook_endpoints')
    .where('school_id', '=', school_id)
    .where('state', '<>', 'disabled')
    .where(sql<boolean>`event_types && ${types}::text[]`)
    .select(['id', 'event_types'])
    .execute()
}

interface WebhookEvent {
  type: string
  object: string
  data: object
}

export function eventRow({ school_id, now }: Ctx, { type, object, data }: WebhookEvent, version: number) {
  const id = newId()
  const body = JSON.stringify({ id, type, version, timestamp: now, school_id, data })
  return { school_id, id, event_type: type, object_key: object, body, created_at: now }
}

/** One delivery per event for each endpoint that subscribed to its type. */
async function addDeliveries({ tx, school_id, now }: Ctx, event_ids: string[]) {
  await sql`
    insert into webhook_deliveries
      (school_id, id, endpoint_id, event_id, event_type, object_key, position, next_attempt_at, created_at)
    select e.school_id, gen_random_uuid(), w.id, e.id, e.event_type, e.object_key, e.position, ${now}, ${now}
    from webhook_events e
    join webhook_endpoints w on w.school_id = e.school_id and w.state <> 'disabled' and e.event_type = any(w.event_types)
    where e.school_id = ${school_id} and e.id = any(${event_ids}::uuid[])`.execute(tx)
}
