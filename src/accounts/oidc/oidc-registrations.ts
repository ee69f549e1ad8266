import type { Ctx } from '#tenancy/context/request-context.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { normalizeEmail } from '../users/login-name.ts'
import type { SignInOutcome } from './sign-in-outcome.ts'
import { linkSubject } from './linked-identities.ts'

const proofMs = 30 * 60_000

/** As a proof is stored: bound to the browser that began the sign-in, by the hash of what that keeps. */
export const bindingKey = (proof: string, binding_hash: Buffer) =>
  `${proof}.${binding_hash.toString('base64url')}`

/** A proof as it was given, `proof.binding`, in the form in which it was stored. */
function storedProof(given: string) {
  const [, proof, binding] = /^([\w-]{43})\.([\w-]{43})$/.exec(given) ?? []
  return proof && binding ? bindingKey(proof, hashToken(binding)) : given
}

/** Keeps what the issuer said of somebody for whoever shows `token`, in the form in which it is stored. */
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

/** What the issuer said of whoever shows the code of a login, once. */
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

/** What an issuer said of somebody who may register now; null for a proof that was used or is too old. */
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

/** Uses a proof up and links its subject to the person who just registered. */
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
