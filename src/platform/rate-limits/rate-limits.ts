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
  /** Uses to count; default 1. */
  amount?: number
}

interface CounterContext {
  db: Database
  now: Date
}

/** Counts use in a durable counter. Returns the uses in the window, and its remaining seconds. */
export async function countUse({ db, now }: CounterContext, bucket: string, { seconds, amount = 1 }: Use) {
  const start = windowStart(now, seconds)
  const { count: used } = await db
    .insertInto('rate_limit_counters')
    .values({ bucket: `${bucket}/${seconds}`, window_start: start, count: amount })
    .onConflict((oc) =>
      oc
        .columns(['bucket', 'window_start'])
        .doUpdateSet({ count: sql`rate_limit_counters.count + excluded.count` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return { used, left: secondsLeft(start, { now, seconds }) }
}

/** Returns the uses in the current window, and its remaining seconds, without counting one. */
export async function findUse({ db, now }: CounterContext, bucket: string, { seconds }: Use) {
  const start = windowStart(now, seconds)
  const row = await db
    .selectFrom('rate_limit_counters')
    .where('bucket', '=', `${bucket}/${seconds}`)
    .where('window_start', '=', start)
    .select('count')
    .executeTakeFirst()
  return { used: row?.count ?? 0, left: secondsLeft(start, { now, seconds }) }
}

const windowStart = (now: Date, seconds: number) =>
  new Date(Math.floor(now.getTime() / (seconds * 1000)) * seconds * 1000)

const secondsLeft = (start: Date, { now, seconds }: { now: Date; seconds: number }) =>
  Math.max(1, Math.ceil((start.getTime() + seconds * 1000 - now.getTime()) / 1000))

/**
 * Counts one attempt in a durable counter and refuses with 429 beyond `max` per window. Uses the side pool and
 * commits separately, so that a refused request counts too.
 */
export async function countAttempt(context: CounterContext, bucket: string, limit: RateLimitWindow) {
  const { used, left } = await countUse(context, bucket, limit)
  if (used > limit.max) throw new Refusal('too_many_requests', { retry_after_seconds: left })
}

/**
 * The same for a counter that others could fill, such as a whole network's: beyond `max` a proof of work is
 * required instead of refusing.
 */
export async function countOrRequireProof(
  side: Database,
  bucket: string,
  { limit, scope }: { limit: RateLimitWindow; scope: ProofScope },
) {
  const { used } = await countUse({ db: side, now: scope.now }, bucket, limit)
  requireProof(scope, requiredBits(used - 1, limit.max))
}

/** Resets a counter, for example after a successful login. */
export async function clearTries(side: Database, bucket: string, { seconds }: RateLimitWindow) {
  await side.deleteFrom('rate_limit_counters').where('bucket', '=', `${bucket}/${seconds}`).execute()
}
