import { queueTables } from '#platform/jobs/queue-tables.ts'
import type { FaultEnvironment } from './processes/fault-environment.ts'

const past = `now() - interval '2 minutes'`

/** As if two minutes had gone by for the keys of requests that broke off. */
export const expireIdempotencyKeys = ({ ask }: FaultEnvironment) =>
  ask(`update idempotency_keys set claimed_until = ${past} where status is null`)

/** As if they had gone by for what a worker held that died. One that lives says so again within seconds. */
export async function expireJobLocks({ ask }: FaultEnvironment) {
  await ask(`update mail_outbox set claimed_until = ${past} where status = 'queued'`)
  await ask(`update worker_heartbeats set last_seen_at = ${past}`)
  for (const table of [queueTables.jobs, queueTables.lanes])
    await ask(`update ${table} set locked_at = ${past} where locked_at is not null`)
  await ask(`update ${queueTables.jobs} set run_at = now() where attempts > 0 and attempts < max_attempts`)
}

/** As if the hour had gone by in which one caller may write no more than so often. */
export const resetRateLimits = ({ ask }: FaultEnvironment) => ask('delete from rate_limit_counters')
