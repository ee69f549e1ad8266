import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.server.ts'
import { Refusal } from '../contract/refusal.ts'

export interface IdempotencyClaim {
  id: Buffer
  /** Decrypts the stored answer, which may contain a session token: only a repeated request has the key. */
  seal: Buffer
  /** The first answer, if this request is a repetition. */
  replay?: StoredAnswer
}

interface StoredAnswer {
  status: number
  /** Body as JSON. */
  answer: string
}

interface ClaimRequest {
  tenant_id: string
  /** Session token of the caller, empty for a visitor: keys of different users are separate. */
  caller: string
  route: string
  key: string
  body: string
}

const digest = (...parts: string[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest()
}

/** Longer than any request may take, so that a claim outlives its request only after a crash. */
const claimSeconds = 60

/**
 * Claims an idempotency key before the work starts. Refuses `idempotency_key_reused` for another body and
 * `in_progress` while the first request runs. Uses the side pool, because the claim must be visible at once.
 */
export async function claimIdempotencyKey(side: Database, request: ClaimRequest): Promise<IdempotencyClaim> {
  const id = digest(request.tenant_id, request.caller, request.route, request.key)
  // Hashed with the key, which is not stored: a body may contain a password, which must not be guessable from the
  // hash.
  const body_hash = digest('body', request.key, request.body)
  const seal = digest('answer', request.key, request.caller, request.body)
  const until = sql<Date>`now() + make_interval(secs => ${claimSeconds})`
  const claimed = await side
    .insertInto('idempotency_keys')
    .values({ key_hash: id, body_hash, claimed_until: until })
    .onConflict((oc) =>
      oc
        .column('key_hash')
        .doUpdateSet({ claimed_until: (eb) => eb.ref('excluded.claimed_until') })
        .where(({ and, eb, ref }) =>
          and([
            eb('idempotency_keys.status', 'is', null),
            eb('idempotency_keys.claimed_until', '<', sql<Date>`now()`),
            eb('idempotency_keys.body_hash', '=', ref('excluded.body_hash')),
          ]),
        ),
    )
    .returning('key_hash')
    .executeTakeFirst()
  if (claimed) return { id, seal }

  const held = await side
    .selectFrom('idempotency_keys')
    .where('key_hash', '=', id)
    .select(['body_hash', 'status', 'response'])
    .executeTakeFirst()
  if (held && !held.body_hash.equals(body_hash)) throw new Refusal('idempotency_key_reused')
  if (held?.status && held.response !== null)
    return { id, seal, replay: { status: held.status, answer: opened(held.response, seal) } }
  throw new Refusal('in_progress', { retry_after_seconds: 1 })
}

/** Stores the answer in the transaction of the work. */
export async function storeAnswer(tx: Tx, claim: IdempotencyClaim, { status, answer }: StoredAnswer) {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, response: sealed(answer, claim.seal) })
    .where('key_hash', '=', claim.id)
    .execute()
}

function sealed(answer: string, seal: Buffer) {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', seal, nonce)
  const hidden = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64')
}

function opened(sealedResponse: string, seal: Buffer) {
  const bytes = Buffer.from(sealedResponse, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', seal, bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(12, 28))
  return cipher.update(bytes.subarray(28), undefined, 'utf8') + cipher.final('utf8')
}

/** Releases the key after a refusal, so that the same request can be sent again. */
export async function releaseIdempotencyKey(side: Database, claim: IdempotencyClaim) {
  await side
    .deleteFrom('idempotency_keys')
    .where('key_hash', '=', claim.id)
    .where('status', 'is', null)
    .execute()
}

/** Deletes answers after 24 hours, and expired claims. */
export async function deleteExpiredClaims(side: Database) {
  await side
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
    .execute()
}
