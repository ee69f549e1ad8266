import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#platform/database.server.ts'
import { networkOf } from '#platform/network.ts'
import { Refusal } from '#platform/refusal.ts'
import { loginNameOf } from './names.ts'

const minute = 60_000
const windowMs = 15 * minute
/** Wrong passwords that one person's door answers as wrong in any 15 minutes. */
const mostPerAccount = 10
/** Failures from one address: a school building shares one. */
const mostPerAddress = 60
/** Failures in one school, from wherever: somebody is trying names rather than passwords. */
const mostPerSchool = 1_000

export interface Attempt {
  school_id: string
  address: string
  now: Date
  /** Who is being logged in: a user or account id, or, for nobody that exists, what was typed. */
  account: string
}

const limitsOf = ({ school_id, address, account }: Attempt) => ({
  account: { bucket: `login/account/${account}`, most: mostPerAccount },
  address: { bucket: `login/address/${school_id}/${networkOf(address)}`, most: mostPerAddress },
  school: { bucket: `login/school/${school_id}`, most: mostPerSchool },
})

interface Failures {
  bucket: string
  used: number
  window_start: Date
}

/** Names somebody who does not exist, so that he is throttled like anybody else. */
export const strangerOf = (school_id: string, kind: string, typed: string) =>
  createHash('sha256')
    .update(`${school_id}/${kind}/${loginNameOf(typed)}`)
    .digest('base64url')

/** Failures are counted by the minute; a minute counts until its last second is 15 minutes old. */
const minuteOf = (now: Date) => new Date(Math.floor(now.getTime() / minute) * minute)
const countedSince = (now: Date) => new Date(now.getTime() - windowMs - minute)
const freeAt = (first: Date) => first.getTime() + windowMs + minute

/** What this process knows to be stopped, so that a stopped try costs no hash. The counters decide, this only saves. */
const stopped = new Map<string, number>()
const mostStopped = 10_000

function stop(bucket: string, first: Date, now: Date): never {
  if (stopped.size >= mostStopped) stopped.delete(stopped.keys().next().value!)
  stopped.set(bucket, freeAt(first))
  return refuseUntil(freeAt(first), now)
}

function refuseUntil(until: number, now: Date): never {
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  throw new Refusal('too_many_requests', { retry_after_seconds: Math.max(1, seconds) })
}

/** Refuses with 429, before any work, what is known to be stopped. */
export function refuseStopped(attempt: Attempt) {
  for (const { bucket } of Object.values(limitsOf(attempt))) {
    const until = stopped.get(bucket)
    if (until === undefined) continue
    if (until > attempt.now.getTime()) refuseUntil(until, attempt.now)
    stopped.delete(bucket)
  }
}

const failuresOf = (attempt: Attempt) => sql`rate_counters
  where bucket = any(${Object.values(limitsOf(attempt)).map(({ bucket }) => bucket)})
    and window_start > ${countedSince(attempt.now)}`

/** Whether nobody failed lately at this door, from this address or in this school: then there is nothing to weigh. */
export const nobodyFailed = (attempt: Attempt) =>
  sql<boolean>`not exists (select from ${failuresOf(attempt)})`

/**
 * Before the right password is answered as right: refuses with 429 where there were too many wrong ones, so that of
 * many tries at once only those count that came through first. Forgets the person's failures otherwise.
 */
export async function passTries(db: Database, attempt: Attempt) {
  const limits = limitsOf(attempt)
  const { rows: failures } = await sql<Failures>`
    select bucket, used, window_start from ${failuresOf(attempt)}`.execute(db)
  for (const { bucket, most } of Object.values(limits)) {
    const own = failures.filter((row) => row.bucket === bucket)
    const first = own.map((row) => row.window_start).toSorted((a, b) => a.getTime() - b.getTime())[0]
    if (first && own.reduce((sum, row) => sum + row.used, 0) >= most) stop(bucket, first, attempt.now)
  }
  await db.deleteFrom('rate_counters').where('bucket', '=', limits.account.bucket).execute()
}

/**
 * Before a wrong password is answered as wrong: notes the failure, or refuses with 429 where there were too many.
 * Each write compares and adds in one step, so that tries at once cannot slip past. What is refused is not counted:
 * somebody who waits is let in again.
 */
export async function countFailure(db: Database, attempt: Attempt) {
  for (const { bucket, most } of Object.values(limitsOf(attempt))) {
    const result = await sql<{ counted: number | null; first: Date | null }>`
      with elder as (
        select coalesce(sum(used), 0)::int as used, min(window_start) as first from rate_counters
        where bucket = ${bucket} and window_start > ${countedSince(attempt.now)}
          and window_start < ${minuteOf(attempt.now)}
      ), counted as (
        insert into rate_counters (bucket, window_start, used)
        select ${bucket}, ${minuteOf(attempt.now)}, 1 from elder where used < ${most}
        on conflict (bucket, window_start) do update set used = rate_counters.used + excluded.used
          where rate_counters.used + (select used from elder) < ${most}
        returning used
      )
      select (select used from counted) as counted, first from elder`.execute(db)
    const { counted, first } = result.rows[0]!
    if (counted === null) stop(bucket, first ?? minuteOf(attempt.now), attempt.now)
  }
}
