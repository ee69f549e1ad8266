import { sql } from 'kysely'
import type { Database } from './database.server.ts'
import { Refusal } from './refusal.ts'

export interface Limit {
  max: number
  seconds: number
}

/**
 * Counts one try against a durable counter and refuses with 429 past `max` per window.
 * Runs on the side pool and commits by itself, so that a refused request counts too.
 */
export async function countTry(side: Database, bucket: string, { max, seconds }: Limit, now: Date) {
  const start = new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000)
  const row = await side
    .insertInto('rate_counters')
    .values({ bucket: `${bucket}/${seconds}`, window_start: start, used: 1 })
    .onConflict((oc) =>
      oc.columns(['bucket', 'window_start']).doUpdateSet({ used: sql`rate_counters.used + excluded.used` }),
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  if (row.used <= max) return
  const left = Math.ceil((start.getTime() + seconds * 1000 - now.getTime()) / 1000)
  throw new Refusal('too_many_requests', { retry_after_seconds: Math.max(1, left) })
}

/** Forgets a counter, as after a login that succeeded. */
export async function forgetTries(side: Database, bucket: string, { seconds }: Limit) {
  await side.deleteFrom('rate_counters').where('bucket', '=', `${bucket}/${seconds}`).execute()
}
