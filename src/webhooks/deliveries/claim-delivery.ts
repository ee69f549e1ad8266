import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { deliverWebhooksJob } from '../job-handles.ts'
import { listSigningSecrets } from '../endpoints/list-signing-secrets.ts'

/** Milliseconds; longer than an attempt takes. */
const claimMs = 15_000

export interface ClaimedDelivery {
  id: string
  endpoint_id: string
  event_id: string
  url: string
  body: string
  attempts: number
  first_attempt_at: Date
  secrets: string[]
}

/**
 * Claims up to `room` due deliveries for this process: for each object only the first pending one. After a failed
 * attempt only one is claimed, so that a dead address holds one connection. Schedules a job after the claim's
 * end, in case this process dies.
 */
export async function claimDelivery(
  ctx: Ctx,
  endpoint_id: string,
  { room, busy, now }: { room: number; busy: number; now: Date },
): Promise<ClaimedDelivery[]> {
  const { tx, school_id } = ctx
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .where('school_id', '=', school_id)
    .where('id', '=', endpoint_id)
    .where('state', '=', 'active')
    .select(['url', 'failing_since'])
    .executeTakeFirst()
  const limit = endpoint?.failing_since ? Math.min(room, 1 - busy) : room
  if (!endpoint || limit < 1) return []
  const { rows } = await sql<Omit<ClaimedDelivery, 'url' | 'secrets' | 'endpoint_id'>>`
    with due as (
      select id from webhook_deliveries d
      where d.school_id = ${school_id} and d.endpoint_id = ${endpoint_id} and d.state = 'pending'
        and d.next_attempt_at <= ${now} and (d.claimed_until is null or d.claimed_until <= ${now})
        and not exists (
          select from webhook_deliveries e
          where e.school_id = ${school_id} and e.endpoint_id = ${endpoint_id} and e.state = 'pending'
            and e.object_key = d.object_key and e.position < d.position)
      order by d.next_attempt_at, d.position limit ${limit} for update skip locked
    )
    update webhook_deliveries d
    set claimed_until = ${new Date(now.getTime() + claimMs)}, first_attempt_at = coalesce(d.first_attempt_at, ${now})
    from due, webhook_events v
    where d.school_id = ${school_id} and d.id = due.id and v.school_id = ${school_id} and v.id = d.event_id
    returning d.id, d.event_id, d.attempts, d.first_attempt_at, v.body`.execute(tx)
  if (rows.length === 0) return []
  const run_at = new Date(now.getTime() + claimMs + 1_000)
  await ctx.enqueue(deliverWebhooksJob, { endpoint_id }, { run_at, job_key: `webhook/${endpoint_id}/rescue` })
  const secrets = await listSigningSecrets(ctx, endpoint_id, now)
  return rows.map((row) => ({ ...row, endpoint_id, url: endpoint.url, secrets }))
}
