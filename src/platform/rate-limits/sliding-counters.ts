import { sql } from 'kysely'
import type { Database } from '../database/database.server.ts'

// Counters whose recent use is the sum of several short windows.

/** Longer than the longest window of any counter. */
const retentionMs = 2 * 86_400_000

/** Windows of some counters that start after a time. */
export interface CounterWindows {
  buckets: readonly string[]
  since: Date
}

/** SQL for the windows of counters: table and condition, to follow `from`. */
export const countedUses = ({ buckets, since }: CounterWindows) =>
  sql`rate_limit_counters where bucket = any(${buckets}::text[]) and window_start > ${since}::timestamptz`

interface CounterUse {
  bucket: string
  /** Start of the short window to which the use is added. */
  windowStart: Date
  /** Earlier windows that start after this time count too. */
  since: Date
  max: number
}

interface Counted {
  /** Uses in the short window; null if the counter was full and nothing was added. */
  counted: number | null
  /** Start of the earliest earlier window that counts; null if there is none. */
  first: Date | null
}

/**
 * Adds one use unless the counter has reached `max`. Compares and adds in one statement, so that concurrent uses
 * cannot exceed the limit together.
 */
export async function countBelow(
  db: Database,
  { bucket, windowStart, since, max }: CounterUse,
): Promise<Counted> {
  const result = await sql<Counted>`
    with elder as (
      select coalesce(sum(count), 0)::int as used, min(window_start) as first from rate_limit_counters
      where bucket = ${bucket} and window_start > ${since} and window_start < ${windowStart}
    ), counted as (
      insert into rate_limit_counters (bucket, window_start, count)
      select ${bucket}, ${windowStart}, 1 from elder where used < ${max}
      on conflict (bucket, window_start) do update set count = rate_limit_counters.count + excluded.count
        where rate_limit_counters.count + (select used from elder) < ${max}
      returning count
    )
    select (select count from counted) as counted, first from elder`.execute(db)
  return result.rows[0]!
}

/** Adds one use to each counter. In a fixed order, to avoid deadlocks. */
export async function countEach(db: Database, buckets: readonly string[], windowStart: Date) {
  if (buckets.length === 0) return
  await sql`
    insert into rate_limit_counters (bucket, window_start, count)
    select bucket, ${windowStart}, 1 from unnest(${buckets}::text[]) as bucket order by bucket
    on conflict (bucket, window_start) do update set count = rate_limit_counters.count + excluded.count`.execute(
    db,
  )
}

/** Resets counters. In a fixed order, as above. */
export async function resetCounters(db: Database, buckets: readonly string[]) {
  await sql`
    with reset as (
      select bucket, window_start from rate_limit_counters where bucket = any(${buckets}::text[])
      order by bucket, window_start for update
    )
    delete from rate_limit_counters c using reset r
    where c.bucket = r.bucket and c.window_start = r.window_start`.execute(db)
}

/** Deletes windows of counters that no limit reads any more. */
export async function deleteOldCounters(db: Database, now: Date) {
  await db
    .deleteFrom('rate_limit_counters')
    .where('window_start', '<', new Date(now.getTime() - retentionMs))
    .execute()
}
