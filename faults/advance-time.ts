import { queueTables } from '#platform/jobs/queue-tables.ts'
import type { FaultEnvironment } from './processes/fault-environment.ts'

const past = `now() - interval '2 minutes'`

/** Expires the idempotency keys of interrupted requests, as if two minutes had passed. */
export const expireIdempotencyKeys = ({ ask }: FaultEnvironment) =>
  ask(`update idempotency_keys set claimed_until = ${past} where status is null`)

/** Expires the locks of a dead worker. A living worker renews its heartbeat within seconds. */
export async function expireJobLocks({ ask }: FaultEnvironment) {
  await ask(`update mail_outbox set claimed_until = ${past} where status = 'queued'`)
  await ask(`update worker_heartbeats set last_seen_at = ${past}`)
  for (const table of [queueTables.jobs, queueTables.lanes])
    await ask(`update ${table} set locked_at = ${past} where locked_at is not null`)
  await ask(`update ${queueTables.jobs} set run_at = now() where attempts > 0 and attempts < max_attempts`)
}

/** Resets the rate limits, as if an hour had passed. */
export const resetRateLimits = ({ ask }: FaultEnvironment) => ask('delete from rate_limit_counters')
