import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { CtxWithoutTx, RequestContext } from '#tenancy/context/request-context.ts'
import type { Database } from '#platform/database/database.server.ts'
import { clientNetwork } from '#platform/http/client-network.ts'
import { proofScope } from '#tenancy/http/proof-scope.ts'
import { requiredBits, requireProof } from '#platform/security/proof-of-work.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import {
  countBelow,
  countedUses,
  countEach,
  resetCounters,
  type CounterWindows,
} from '#platform/security/sliding-counters.ts'
import { isKnownDevice, type DevicePerson } from './known-devices.ts'
import { normalizeLoginName } from '../users/login-name.ts'

const minute = 60_000
const windowMs = 15 * minute
/** Wrong passwords for one account that one network, or one known device, may try in any 15 minutes. */
const maxPerAccount = 10
/** The same from all networks together, apart from known devices: the bound of NIST SP 800-63B-4 §3.2.2. */
const maxPerAccountInAll = 100
/** Failures of one network before it has to work for each try: a school building shares one. */
const maxPerNetwork = 60
/** The same of one school, from wherever: somebody is trying names rather than passwords. */
const maxPerSchool = 1_000

type Around = Pick<RequestContext, 'config' | 'school_id' | 'address' | 'now' | 'proof_bits' | 'device'>

export interface LoginAttempt extends Around {
  /** Who is being logged in: a user or account id, or, for nobody that exists, what was typed. */
  account: string
  /** What the failures are counted with besides the account, where others cannot fill it: a known device, a session. */
  lane: string | null
}

/** A try of a visitor. `person` is null for nobody that exists, who is counted by what was typed. */
export function visitorLoginAttempt(
  requestContext: Around,
  account: string,
  person: DevicePerson | null,
): LoginAttempt {
  const device_id = person && isKnownDevice(requestContext, person)
  return { ...requestContext, account, lane: device_id && `device/${device_id}` }
}

/** A try of somebody who is logged in, such as before a change of password. */
export const recordAttemptInTransaction = (ctx: CtxWithoutTx): LoginAttempt => ({
  ...ctx,
  account: ctx.actor.account_id ?? ctx.actor.id,
  lane: `session/${ctx.actor.session_id}`,
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
const refusingLimits = ({ account, lane, address }: LoginAttempt): FailureLimit[] =>
  lane
    ? [{ bucket: `${accountBucket(account)}/${lane}`, max: maxPerAccount }]
    : [
        { bucket: `${accountBucket(account)}/network/${clientNetwork(address)}`, max: maxPerAccount },
        { bucket: accountBucket(account), max: maxPerAccountInAll },
      ]

/** Reached, they ask for a proof of work: others could fill them. What has a lane of its own passes by them. */
const proofLimits = ({ account, school_id, address, lane }: LoginAttempt): FailureLimit[] =>
  lane
    ? []
    : [
        { bucket: accountBucket(account), max: maxPerAccount },
        { bucket: `login/address/${school_id}/${clientNetwork(address)}`, max: maxPerNetwork },
        { bucket: `login/school/${school_id}`, max: maxPerSchool },
      ]

const bucketsOf = (attempt: LoginAttempt) => [
  ...new Set([...refusingLimits(attempt), ...proofLimits(attempt)].map(({ bucket }) => bucket)),
]

/** Names somebody who does not exist, so that he is throttled like anybody else. */
export const unknownLoginSubject = (school_id: string, kind: string, loginName: string) =>
  createHash('sha256')
    .update(`${school_id}/${kind}/${normalizeLoginName(loginName)}`)
    .digest('base64url')

/** Failures are counted by the minute; a minute counts until its last second is 15 minutes old. */
const minuteOf = (now: Date) => new Date(Math.floor(now.getTime() / minute) * minute)
const countedSince = (now: Date) => new Date(now.getTime() - windowMs - minute)
const freeAt = (first: Date) => first.getTime() + windowMs + minute

interface Known {
  until: number
  /** The proof that is asked for; 0 where every try is refused. */
  bits: number
}

/** What this process knows of full counters, so that a try that they stop costs no hash. The counters decide. */
const full = new LRUCache<string, Known>({ max: 10_000 })

function refuseUntil(until: number, now: Date): never {
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  throw new Refusal('too_many_requests', { retry_after_seconds: Math.max(1, seconds) })
}

function refuseFull(bucket: string, first: Date, now: Date): never {
  const until = freeAt(first)
  full.set(bucket, { until, bits: 0 })
  return refuseUntil(until, now)
}

/** Refuses, before any work, what is known to be stopped or to need a proof. */
export function ensureNotThrottled(attempt: LoginAttempt) {
  const { now } = attempt
  let bits = 0
  for (const bucket of bucketsOf(attempt)) {
    const known = full.get(bucket)
    if (known && known.until <= now.getTime()) full.delete(bucket)
    else if (known?.bits === 0) refuseUntil(known.until, now)
    else if (known) bits = Math.max(bits, known.bits)
  }
  requireProof(proofScope(attempt), bits)
}

/**
 * The counters of recent failures at this account, from this network and in this school. Where all are empty,
 * `clearLoginFailures` has nothing to do.
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

/** The failures that count now. Refuses where the account has too many, and where a proof is missing. */
async function weigh(db: Database, attempt: LoginAttempt) {
  const { rows } = await sql<Failures>`
    select bucket, sum(used)::int as used, min(window_start) as first from ${countedUses(failureWindows(attempt))}
    group by bucket`.execute(db)
  const failuresOf = (bucket: string) => rows.find((row) => row.bucket === bucket)
  for (const { bucket, max } of refusingLimits(attempt)) {
    const failures = failuresOf(bucket)
    if (failures && failures.used >= max) refuseFull(bucket, failures.first, attempt.now)
  }
  let bits = 0
  for (const { bucket, max } of proofLimits(attempt)) {
    const requiredProofBits = requiredBits(failuresOf(bucket)?.used ?? 0, max)
    // For a minute only: how many bits are asked for changes with each failure.
    if (requiredProofBits > 0)
      full.set(bucket, { until: attempt.now.getTime() + minute, bits: requiredProofBits })
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
 * Before a wrong password is answered as wrong: notes the failure, or refuses where there were too many. The account's
 * write compares and adds in one step, so that tries at once cannot slip past. What is refused is not counted: somebody
 * who waits is let in again.
 */
export async function countLoginFailure(db: Database, attempt: LoginAttempt) {
  await weigh(db, attempt)
  const { now } = attempt
  const refusing = refusingLimits(attempt)
  for (const { bucket, max } of refusing) {
    const windows = { windowStart: minuteOf(now), since: countedSince(now) }
    const { counted, first } = await countBelow(db, { bucket, max, ...windows })
    if (counted === null) refuseFull(bucket, first ?? minuteOf(now), now)
  }
  const counted = new Set(refusing.map(({ bucket }) => bucket))
  const others = bucketsOf(attempt).filter((bucket) => !counted.has(bucket))
  await countEach(db, others, minuteOf(now))
}
