import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { normalizeEmail } from '../users/login-name.ts'
import type { SignInOutcome } from './sign-in-outcome.ts'
import { linkSubject } from './linked-identities.ts'

const proofMs = 30 * 60_000

/** Stored form of a proof: bound to the browser that started the login by a hash of its secret. */
export const bindingKey = (proof: string, binding_hash: Buffer) =>
  `${proof}.${binding_hash.toString('base64url')}`

/** Converts a proof as sent, `proof.binding`, to its stored form. */
function storedProof(given: string) {
  const [, proof, binding] = /^([\w-]{43})\.([\w-]{43})$/.exec(given) ?? []
  return proof && binding ? bindingKey(proof, hashToken(binding)) : given
}

/** Stores the issuer's data of a person under the stored form of `token`. */
export async function storeIdentity(
  { tx, school_id, now }: Ctx,
  { identity, state }: SignInOutcome,
  token: string,
) {
  await tx
    .updateTable('oidc_logins')
    .set({
      registration_token_hash: hashToken(token),
      ...identity,
      expires_at: new Date(now.getTime() + proofMs),
    })
    .where('school_id', '=', school_id)
    .where('state_hash', '=', hashToken(state))
    .execute()
}

/** Returns the issuer's data for the code of a login, once. */
export async function consumeOidcIdentity({ tx, school_id, now }: Ctx, code: string) {
  const row = await tx
    .updateTable('oidc_logins')
    .set({ registration_token_hash: null })
    .where('school_id', '=', school_id)
    .where('registration_token_hash', '=', hashToken(code))
    .where('expires_at', '>', now)
    .returning(['issuer', 'subject', 'email', 'issuer_kind'])
    .executeTakeFirst()
  if (!row) return null
  const { issuer, subject, email } = row
  return { issuer: issuer!, subject: subject!, email, issuer_kind: row.issuer_kind as 'platform' | 'school' }
}

/** The issuer's data of a person who may register now; null for a used or expired proof. */
export async function findOidcRegistration({ tx, school_id, now }: Ctx, token: string) {
  const row = await tx
    .selectFrom('oidc_logins')
    .where('school_id', '=', school_id)
    .where('registration_token_hash', '=', hashToken(storedProof(token)))
    .where('expires_at', '>', now)
    .select(['issuer', 'subject', 'email', 'name'])
    .executeTakeFirst()
  return row
    ? { issuer: row.issuer!, subject: row.subject!, email: normalizeEmail(row.email!), name: row.name ?? '' }
    : null
}

/** Uses up a proof and links its subject to the new user. */
export async function consumeOidcRegistration(ctx: Ctx, token: string, user: { id: string; email: string }) {
  const { tx, school_id } = ctx
  const proof = await findOidcRegistration(ctx, token)
  const spent = await tx
    .updateTable('oidc_logins')
    .set({ registration_token_hash: null })
    .where('school_id', '=', school_id)
    .where('registration_token_hash', '=', hashToken(storedProof(token)))
    .returning('state_hash')
    .executeTakeFirst()
  if (!proof || !spent || proof.email !== user.email) throw new Refusal('token_invalid')
  await linkSubject(ctx, proof, user.id)
}
