import { sql } from 'kysely'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { notifyAll } from '#notifications/index.ts'
import type { DeliveryResult } from './send-delivery.ts'
import type { ClaimedDelivery } from './claim-delivery.ts'
import { deliverWebhooksJob } from '../job-handles.ts'
import { webhookHost } from '../endpoints/endpoint-url.ts'
import { shouldDisableEndpoint, nextAttemptAt } from './retry-schedule.ts'

/** Maximum number of admins who are notified when an endpoint is disabled. */
const maxNotifiedAdmins = 20

/** Records the result of an attempt and schedules what follows. */
export async function recordDeliveryResult(
  ctx: Ctx,
  claimed: ClaimedDelivery,
  { outcome, now }: { outcome: DeliveryResult; now: Date },
) {
  const { id, endpoint_id } = claimed
  const { endpoint, delivery } = await lockDelivery(ctx, claimed)
  // Deleted during the attempt.
  if (!endpoint || !delivery) return
  const attempts = delivery.attempts + 1
  await logAttempt(ctx, { delivery_id: id, number: attempts }, outcome)
  // The claim had expired, and another worker has recorded the end.
  if (delivery.state !== 'pending') return
  const isDelivered = outcome.status !== null && outcome.status >= 200 && outcome.status < 300
  if (isDelivered) {
    await write(ctx, claimed, { state: 'delivered', attempts, finished_at: now })
    return setEndpoint(ctx, endpoint_id, { failing_since: null, last_delivered_at: now })
  }
  const failing_since = endpoint.failing_since ?? now
  const isGone = outcome.status === 410
  if (isGone || shouldDisableEndpoint(failing_since, now)) {
    await write(ctx, claimed, { state: 'failed', attempts, finished_at: now })
    if (endpoint.state !== 'disabled')
      await turnOff(ctx, claimed, { failing_since, reason: isGone ? 'gone' : 'failing' })
    return
  }
  await setEndpoint(ctx, endpoint_id, { failing_since })
  await tryLater(ctx, claimed, { attempts, outcome, now })
}

async function lockDelivery({ tx, school_id }: Ctx, { id, endpoint_id }: ClaimedDelivery) {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .where('school_id', '=', school_id)
    .where('id', '=', endpoint_id)
    .select(['state', 'failing_since'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  const delivery = await tx
    .selectFrom('webhook_deliveries')
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .select(['attempts', 'state'])
    .forUpdate()
    .executeTakeFirst()
  return { endpoint, delivery }
}

async function tryLater(
  ctx: Ctx,
  claimed: ClaimedDelivery,
  { attempts, outcome, now }: { attempts: number; outcome: DeliveryResult; now: Date },
) {
  const { first_attempt_at, endpoint_id } = claimed
  const { retryAfterMs } = outcome
  const { tries } = await ctx.tx
    .selectFrom('webhook_attempts')
    .where('school_id', '=', ctx.school_id)
    .where('delivery_id', '=', claimed.id)
    .where('started_at', '>=', first_attempt_at)
    .select(sql<number>`count(*)::int`.as('tries'))
    .executeTakeFirstOrThrow()
  const next_attempt_at = nextAttemptAt({
    attempts: Math.max(1, tries),
    first_attempt_at,
    now,
    chance: Math.random(),
    retryAfterMs,
  })
  if (!next_attempt_at) return write(ctx, claimed, { state: 'failed', attempts, finished_at: now })
  await write(ctx, claimed, { state: 'pending', attempts, next_attempt_at })
  await ctx.enqueue(deliverWebhooksJob, { endpoint_id }, { run_at: next_attempt_at })
}

async function logAttempt(
  { tx, school_id }: Ctx,
  { delivery_id, number }: { delivery_id: string; number: number },
  outcome: DeliveryResult,
) {
  const { retryAfterMs: _retryAfterMs, ...attemptColumns } = outcome
  await tx
    .insertInto('webhook_attempts')
    .values({ school_id, delivery_id, number, ...attemptColumns })
    .execute()
}

interface DeliveryStatus {
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at?: Date
  finished_at?: Date
}

const write = ({ tx, school_id }: Ctx, { id }: ClaimedDelivery, deliveryStatus: DeliveryStatus) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ ...deliveryStatus, claimed_until: null })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()

interface Health {
  failing_since: Date | null
  last_delivered_at?: Date
  state?: 'disabled'
  disabled_reason?: 'gone' | 'failing'
}

const setEndpoint = ({ tx, school_id }: Ctx, endpoint_id: string, health: Health) =>
  tx
    .updateTable('webhook_endpoints')
    .set(health)
    .where('school_id', '=', school_id)
    .where('id', '=', endpoint_id)
    .execute()

/** Marks all pending deliveries as failed, so that they can be sent again when the endpoint works. */
async function turnOff(
  ctx: Ctx,
  { endpoint_id, url }: ClaimedDelivery,
  { failing_since, reason }: { failing_since: Date; reason: 'gone' | 'failing' },
) {
  const { tx, school_id, now } = ctx
  await setEndpoint(ctx, endpoint_id, { failing_since, state: 'disabled', disabled_reason: reason })
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', finished_at: now, claimed_until: null })
    .where('school_id', '=', school_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('state', '=', 'pending')
    .execute()
  const host = webhookHost(url)
  await ctx.audit('webhook.disabled', ['webhook', endpoint_id], { host, reason })
  const admins = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('role', 'in', ['admin', 'account_user'])
    .where('status', '=', 'active')
    .select('id')
    .orderBy('created_at')
    .limit(maxNotifiedAdmins)
    .execute()
  const data = { endpoint_id, host, reason }
  await notifyAll(
    ctx,
    admins.map(({ id }) => ({ user_id: id, kind: 'webhook_turned_off', data })),
  )
}
