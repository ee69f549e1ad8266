import { redactUrl } from '#lib/urls/redact-url.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { json } from '#platform/database/database.server.ts'
import { countUse } from '#platform/rate-limits/rate-limits.ts'
import type { Input } from '#platform/contract/route.ts'
import type * as contract from './contract.ts'
import { trackedUserId, trackedUserType } from './tracked-user.ts'

type Events = NonNullable<Input<typeof contract.recordUsage>['events']>

/** Maximum number of stored events per school and day (UTC), so that a flood does not fill the disk. */
export const maxEventsPerDay = 200_000
const day = 86_400
/** Maximum age of an event that waited for a connection; a higher age means a wrong clock. */
const maxAgeMs = day * 1_000

/** Stores a batch of events. Drops repeated events and those beyond the daily limit. */
export async function storeEvents(ctx: Ctx, events: Events, sent_at: number) {
  const { tx, school_id, now, request_source, log } = ctx
  const use = { seconds: day, amount: events.length }
  const { used } = await countUse({ db: tx, now }, `${school_id}/usage_events`, use)
  if (used > maxEventsPerDay) {
    if (used - events.length <= maxEventsPerDay)
      log.warn({ school_id, maxEventsPerDay }, 'usage events of today are dropped from here on')
    return
  }
  const user_id = trackedUserId(ctx)
  const user_type = trackedUserType(ctx)
  await tx
    .insertInto('usage_events')
    .values(
      events.map(({ id, name, at, properties }) => ({
        school_id,
        id,
        name,
        user_id,
        user_type,
        properties: json(withoutIds(properties)),
        request_source,
        occurred_at: occurredAt(now, sent_at - at),
      })),
    )
    .onConflict((oc) => oc.columns(['school_id', 'id']).doNothing())
    .execute()
}

/** Uses only the difference of two readings of the browser's clock, within plausible bounds. */
const occurredAt = (now: Date, ageMs: number) =>
  new Date(now.getTime() - (ageMs > 0 && ageMs <= maxAgeMs ? ageMs : 0))

const withoutIds = ({ page, ...properties }: NonNullable<Events[number]['properties']> = {}) => ({
  ...properties,
  ...(page !== undefined && { page: redactUrl(page).split('?')[0] }),
})
