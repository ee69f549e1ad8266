import { randomBytes } from 'node:crypto'
import { isProofOfWorkSolved } from '#lib/proof-of-work/proof-of-work.ts'
import type { Database } from '../database/database.server.ts'
import { Refusal } from '../contract/refusal.ts'
import { verifyHmac, signHmac } from '../security/tokens.ts'

/** Header with a solved challenge: `challenge:nonce`. */
export const proofHeader = 'x-proof-of-work'

const lifeSeconds = 300
/** About 33,000 hashes: a tenth of a second on a phone. */
const minBits = 15
/** About a million hashes: some seconds on a phone, so that nobody is locked out permanently. */
const maxBits = 20
const purpose = 'proof of work'

/** What challenges and proof of a request are bound to. */
export interface ProofScope {
  /** Signs the challenges. */
  secret: string
  /** A challenge of one owner is not valid for another. */
  owner_id: string
  now: Date
  /** Zero bits of the proof in the request; 0 or undefined for none. */
  bits?: number | undefined
}

/** Required bits once `used` has reached `max`: one more each time that it doubles. 0 below. */
export const requiredBits = (used: number, max: number) =>
  used < max ? 0 : Math.min(maxBits, minBits + Math.floor(Math.log2(used / max)))

/** Refuses with a new challenge unless the request has a proof of that many bits. */
export function requireProof(scope: ProofScope, bits: number) {
  // One bit less is accepted: the count may have doubled while the challenge was solved.
  if (bits > 0 && (scope.bits ?? 0) < bits - 1)
    throw new Refusal('proof_of_work_required', { extra: createChallenge(scope, bits) })
}

/** Creates a challenge of this owner for `bits` zero bits. Signed, so that it need not be stored. */
function createChallenge({ secret, owner_id, now }: ProofScope, bits: number) {
  const expires = Math.floor(now.getTime() / 1000) + lifeSeconds
  const text = `${bits}.${expires}.${randomBytes(16).toString('base64url')}`
  return { challenge: `${text}.${signHmac(secret, purpose, owner_id, text)}`, bits }
}

const proofForm = /^((\d{2})\.(\d{10})\.[\w-]{22})\.([\w-]{43}):([0-9a-z]{1,16})$/

/**
 * Returns the bits of a correct proof of this owner that is still valid and unused; else 0. Uses the side pool: a
 * proof is used up even if its request fails. A wrong proof costs no statement.
 */
export async function acceptProof(side: Database, { secret, owner_id, now }: ProofScope, header: unknown) {
  if (typeof header !== 'string' || header.length > 200) return 0
  const [, text, bits, expires, signature, nonce] = proofForm.exec(header) ?? []
  if (!text || !bits || !expires || !signature || !nonce) return 0
  if (Number(expires) * 1000 < now.getTime()) return 0
  if (!verifyHmac(signature, secret, purpose, owner_id, text)) return 0
  if (!isProofOfWorkSolved(`${text}.${signature}`, nonce, Number(bits))) return 0
  const first = await side
    .insertInto('rate_limit_counters')
    .values({ bucket: `proof/${text}`, window_start: new Date(Number(expires) * 1000), count: 1 })
    .onConflict((oc) => oc.doNothing())
    .returning('count')
    .executeTakeFirst()
  return first ? Number(bits) : 0
}
