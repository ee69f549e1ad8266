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
  resetCounter,
  type CounterWindows,
} from '#platform/security/sliding-counters.ts'
import { isKnownDevice, type DevicePerson } from './known-devices.ts'
import { normalizeLoginName } from '../users/login-name.ts'

const minute = 60_000
const windowMs = 15 * minute
/** Wrong passwords that one account, or one known device for it, answers as wrong in any 15 minutes. */
const maxPerAccount = 10
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

/** Reached, it refuses: nobody else can fill it for a known device, and a mailed link passes without it. */
const accountBucket = ({ account, lane }: LoginAttempt) => `login/account/${account}${lane ? `/${lane}` : ''}`

/** Reached, they ask for a proof of work: others could fill them. What has a lane of its own passes by them. */
const sharedLimits = ({ school_id, address, lane }: LoginAttempt) =>
  lane
    ? []
    : [
        { bucket: `login/address/${school_id}/${clientNetwork(address)}`, max: maxPerNetwork },
        { bucket: `login/school/${school_id}`, max: maxPerSchool },
      ]

const bucketsOf = (attempt: LoginAttempt) => [
  accountBucket(attempt),
  ...sharedLimits(attempt).map(({ bucket }) => bucket),
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
  /** The proof that is asked for; 0 where the account refuses. */
  bits: number
}

/** What this process knows of full counters, so that a try that they stop costs no hash. The counters decide. */
const full = new LRUCache<string, Known>({ max: 10_000 })

function refuseUntil(until: number, now: Date): never {
  const seconds = Math.ceil((until - now.getTime()) / 1000)
  throw new Refusal('too_many_requests', { retry_after_seconds: Math.max(1, seconds) })
}

function refuseAccount(attempt: LoginAttempt, first: Date): never {
  const until = freeAt(first)
  full.set(accountBucket(attempt), { until, bits: 0 })
  return refuseUntil(until, attempt.now)
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
  const account = rows.find(({ bucket }) => bucket === accountBucket(attempt))
  if (account && account.used >= maxPerAccount) refuseAccount(attempt, account.first)
  let bits = 0
  for (const { bucket, max } of sharedLimits(attempt)) {
    const requiredProofBits = requiredBits(rows.find((row) => row.bucket === bucket)?.used ?? 0, max)
    // For a minute only: how many bits are asked for changes with each failure.
    if (requiredProofBits > 0)
      full.set(bucket, { until: attempt.now.getTime() + minute, bits: requiredProofBits })
    bits = Math.max(bits, requiredProofBits)
  }
  requireProof(proofScope(attempt), bits)
}

/**
 * Before the right password is answered as right: refuses as a wrong one would be refused, so that of many tries at once
 * only those count that came through first. Forgets the failures of the account, or of the known device, otherwise.
 */
export async function clearLoginFailures(db: Database, attempt: LoginAttempt) {
  await weigh(db, attempt)
  await resetCounter(db, accountBucket(attempt))
}

/**
 * Before a wrong password is answered as wrong: notes the failure, or refuses where there were too many. The account's
 * write compares and adds in one step, so that tries at once cannot slip past. What is refused is not counted: somebody
 * who waits is let in again.
 */
export async function countLoginFailure(db: Database, attempt: LoginAttempt) {
  await weigh(db, attempt)
  const { now } = attempt
  const { counted, first } = await countBelow(db, {
    bucket: accountBucket(attempt),
    windowStart: minuteOf(now),
    since: countedSince(now),
    max: maxPerAccount,
  })
  if (counted === null) refuseAccount(attempt, first ?? minuteOf(now))
  const shared = sharedLimits(attempt).map(({ bucket }) => bucket)
  await countEach(db, shared, minuteOf(now))
}
