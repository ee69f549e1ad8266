import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CtxWithoutTx, RequestContext } from '#tenancy/context/request-context.ts'
import type { Database } from '#platform/database/database.server.ts'
import { clientNetwork } from '#platform/http/client-network.ts'
import { proofScope } from '#tenancy/http/proof-scope.ts'
import { requiredBits, requireProof } from '#platform/rate-limits/proof-of-work.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import {
  countBelow,
  countedUses,
  countEach,
  resetCounters,
  type CounterWindows,
} from '#platform/rate-limits/sliding-counters.ts'
import { isKnownDevice, type DevicePerson } from './known-devices.ts'
import { normalizeLoginName } from '../users/login-name.ts'

const minute = 60_000
const windowMs = 15 * minute
/** Wrong passwords for one account that one network, or one known device, may try in any 15 minutes. */
const maxPerAccount = 10
/** The same from all networks together, apart from known devices: the bound of NIST SP 800-63B-4 §3.2.2. */
const maxPerAccountInAll = 100
/** Failures of one network before each attempt needs work: a school building shares one. */
const maxPerNetwork = 60
/** Failures at one school from anywhere before each attempt needs work: they mean guessing of names. */
const maxPerSchool = 1_000

type AttemptContext = Pick<
  RequestContext,
  'config' | 'school_id' | 'address' | 'now' | 'proof_bits' | 'device_cookie'
>

export interface LoginAttempt extends AttemptContext {
  /** User or account id or, for an unknown person, a hash of the typed name. */
  account: string
  /** Separate counter that others cannot fill: a known device or a session. */
  secondaryBucket: string | null
}

/** An attempt of a visitor. `person` is null if unknown; then the typed name is counted. */
export function visitorLoginAttempt(
  requestContext: AttemptContext,
  account: string,
  person: DevicePerson | null,
): LoginAttempt {
  const device_id = person && isKnownDevice(requestContext, person)
  return { ...requestContext, account, secondaryBucket: device_id && `device/${device_id}` }
}

/** An attempt of a logged-in person, such as before a change of password. */
export const recordAttemptInTransaction = (ctx: CtxWithoutTx): LoginAttempt => ({
  ...ctx,
  account: ctx.actor.account_id ?? ctx.actor.id,
  secondaryBucket: `session/${ctx.actor.session_id}`,
})

const accountBucket = (account: string) => `login/account/${account}`

interface FailureLimit {
  bucket: string
  max: number
}

/**
 * Reached, they refuse. Other networks cannot fill the first one, and nobody else that of a known device; a mailed link
 * passes without them.
 */
const refusingLimits = ({ account, secondaryBucket, address }: LoginAttempt): FailureLimit[] =>
  secondaryBucket
    ? [{ bucket: `${accountBucket(account)}/${secondaryBucket}`, max: maxPerAccount }]
    : [
        { bucket: `${accountBucket(account)}/network/${clientNetwork(address)}`, max: maxPerAccount },
        { bucket: accountBucket(account), max: maxPerAccountInAll },
      ]

/** Require a proof of work at their maximum, because others could fill them. Attempts with a lane bypass them. */
const proofLimits = ({ account, school_id, address, secondaryBucket }: LoginAttempt): FailureLimit[] =>
  secondaryBucket
    ? []
    : [
        { bucket: accountBucket(account), max: maxPerAccount },
        { bucket: `login/address/${school_id}/${clientNetwork(address)}`, max: maxPerNetwork },
        { bucket: `login/school/${school_id}`, max: maxPerSchool },
      ]

const bucketsOf = (attempt: LoginAttempt) => [
  ...new Set([...refusingLimits(attempt), ...proofLimits(attempt)].map(({ bucket }) => bucket)),
]

/** Subject of an unknown person, who is throttled like a known one. */
export const unknownLoginSubject = (school_id: string, kind: string, loginName: string) =>
  createHash('sha256')
    .update(`${school_id}/${kind}/${normalizeLoginName(loginName)}`)
    .digest('base64url')

/** Failures are counted per minute; a minute counts until its last second is 15 minutes old. */
const minuteOf = (now: Date) => new Date(Math.floor(now.getTime() / minute) * minute)
const countedSince = (now: Date) => new Date(now.getTime() - windowMs - minute)
const freeAt = (first: Date) => first.getTime() + windowMs + minute

interface Block {
  expiresAt: number
  /** Required bits of the proof of work; 0 if every attempt is refused. */
  bits: number
}

/** Full counters known to this process, so that refused attempts cost no hash. The database decides. */
const full = new LRUCache<string, Block>({ max: 10_000 })

function refuseUntil(until: number, now: Date): never {
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  throw new Refusal('too_many_requests', { retry_after_seconds: Math.max(1, seconds) })
}

function refuseFull(bucket: string, first: Date, now: Date): never {
  const expiresAt = freeAt(first)
  full.set(bucket, { expiresAt, bits: 0 })
  return refuseUntil(expiresAt, now)
}

/** Refuses, before any work, an attempt that is known to be blocked or to need a proof. */
export function ensureNotThrottled(attempt: LoginAttempt) {
  const { now } = attempt
  let bits = 0
  for (const bucket of bucketsOf(attempt)) {
    const block = full.get(bucket)
    if (block && block.expiresAt <= now.getTime()) full.delete(bucket)
    else if (block?.bits === 0) refuseUntil(block.expiresAt, now)
    else if (block) bits = Math.max(bits, block.bits)
  }
  requireProof(proofScope(attempt), bits)
}

/**
 * Counters of recent failures for this account, network and school. If all are empty, `clearLoginFailures` has
 * nothing to do.
 */
export const failureWindows = (attempt: LoginAttempt): CounterWindows => ({
  buckets: bucketsOf(attempt),
  since: countedSince(attempt.now),
})

interface Failures {
  bucket: string
  used: number
  first: Date
}

/** Returns the current failures. Refuses beyond the account's maximum, or without a required proof. */
async function weigh(db: Database, attempt: LoginAttempt) {
  const { rows } = await sql<Failures>`
    select bucket, sum(count)::int as used, min(window_start) as first from ${countedUses(failureWindows(attempt))}
    group by bucket`.execute(db)
  const failuresOf = (bucket: string) => rows.find((row) => row.bucket === bucket)
  for (const { bucket, max } of refusingLimits(attempt)) {
    const failures = failuresOf(bucket)
    if (failures && failures.used >= max) refuseFull(bucket, failures.first, attempt.now)
  }
  let bits = 0
  for (const { bucket, max } of proofLimits(attempt)) {
    const requiredProofBits = requiredBits(failuresOf(bucket)?.used ?? 0, max)
    // For a minute only: the required bits change with each failure.
    if (requiredProofBits > 0)
      full.set(bucket, { expiresAt: attempt.now.getTime() + minute, bits: requiredProofBits })
    bits = Math.max(bits, requiredProofBits)
  }
  requireProof(proofScope(attempt), bits)
}

/**
 * Before the right password is answered as right: refuses as a wrong one would be refused, so that of many tries at once
 * only those count that came through first. Otherwise forgets the failures of the account and of this network at it, or those
 * of the known device.
 */
export async function clearLoginFailures(db: Database, attempt: LoginAttempt) {
  await weigh(db, attempt)
  await resetCounters(
    db,
    refusingLimits(attempt).map(({ bucket }) => bucket),
  )
}

/**
 * Call after a wrong password: records the failure, or refuses beyond the limit. The account's counter is
 * compared and incremented in one statement, so that concurrent attempts cannot pass. Refused attempts are not
 * counted, so that waiting helps.
 */
export const countLoginFailure = (db: Database, attempt: LoginAttempt) => countLoginFailures(db, [attempt])

/** The same for one password that was tried at several accounts: network and school count it once. */
export async function countLoginFailures(db: Database, attempts: readonly LoginAttempt[]) {
  const counted = new Set<string>()
  for (const attempt of attempts) {
    await weigh(db, attempt)
    const { now } = attempt
    for (const { bucket, max } of refusingLimits(attempt)) {
      const windows = { windowStart: minuteOf(now), since: countedSince(now) }
      const { counted: used, first } = await countBelow(db, { bucket, max, ...windows })
      if (used === null) refuseFull(bucket, first ?? minuteOf(now), now)
      counted.add(bucket)
    }
  }
  const others = new Set(attempts.flatMap(bucketsOf).filter((bucket) => !counted.has(bucket)))
  if (attempts[0]) await countEach(db, [...others], minuteOf(attempts[0].now))
}
