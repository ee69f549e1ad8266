import { sql } from 'kysely'
import type { Database } from '../database/database.server.ts'
import { requiredBits, requireProof, type ProofScope } from './proof-of-work.ts'
import { Refusal } from '../contract/refusal.ts'

export interface RateLimitWindow {
  max: number
  seconds: number
}

interface Use {
  seconds: number
  /** Uses that are counted at once; 1 where absent. */
  amount?: number
}

/** Counts use against a durable counter. Answers how many the window has seen, and the seconds left of it. */
export async function countUse(side: Database, bucket: string, { seconds, amount = 1 }: Use, now: Date) {
  const start = new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000)
  const { used } = await side
    .insertInto('rate_limit_counters')
    .values({ bucket: `${bucket}/${seconds}`, window_start: start, used: amount })
    .onConflict((oc) =>
      oc
        .columns(['bucket', 'window_start'])
        .doUpdateSet({ used: sql`rate_limit_counters.used + excluded.used` }),
    )
    .returning('used')
    .executeTakeFirstOrThrow()
  const left = Math.ceil((start.getTime() + seconds * 1000 - now.getTime()) / 1000)
  return { used, left: Math.max(1, left) }
}

/**
 * Counts one try against a durable counter and refuses with 429 past `max` per window.
 * Runs on the side pool and commits by itself, so that a refused request counts too.
 */
export async function countAttempt(side: Database, bucket: string, limit: RateLimitWindow, now: Date) {
  const { used, left } = await countUse(side, bucket, limit, now)
  if (used > limit.max) throw new Refusal('too_many_requests', { retry_after_seconds: left })
}

/**
 * The same for a counter that somebody else could fill, such as a whole network's: past `max` a proof of work is asked
 * for instead of refusing, so that nobody is kept out by others.
 */
export async function countOrRequireProof(
  side: Database,
  bucket: string,
  { limit, scope }: { limit: RateLimitWindow; scope: ProofScope },
) {
  const { used } = await countUse(side, bucket, limit, scope.now)
  requireProof(scope, requiredBits(used - 1, limit.max))
}

/** Forgets a counter, as after a login that succeeded. */
export async function clearTries(side: Database, bucket: string, { seconds }: RateLimitWindow) {
  await side.deleteFrom('rate_limit_counters').where('bucket', '=', `${bucket}/${seconds}`).execute()
}
