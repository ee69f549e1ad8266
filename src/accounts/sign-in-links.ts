import type { Ctx } from '#platform/context.ts'
import { Refusal } from '#platform/refusal.ts'
import { hashOf } from '#platform/tokens.ts'
import { emailOf } from './names.ts'
import { rolesOf, type LoginKind } from './roles.ts'

interface Subject {
  issuer: string
  subject: string
}

/** The person of a door whom this subject was linked to. */
export function linkedUser({ tx, school_id }: Ctx, { issuer, subject }: Subject, kind: LoginKind) {
  return tx
    .selectFrom('users as u')
    .innerJoin('sign_in_links as l', (on) =>
      on.onRef('l.school_id', '=', 'u.school_id').onRef('l.user_id', '=', 'u.id'),
    )
    .where('l.school_id', '=', school_id)
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .where('u.role', 'in', rolesOf(kind))
    .where('u.status', '<>', 'removed')
    .selectAll('u')
    .executeTakeFirst()
}

/** Which subject of an issuer somebody is; null for none. */
export async function subjectOf({ tx, school_id }: Ctx, issuer: string, user_id: string) {
  const row = await tx
    .selectFrom('sign_in_links')
    .where('school_id', '=', school_id)
    .where('issuer', '=', issuer)
    .where('user_id', '=', user_id)
    .select('subject')
    .executeTakeFirst()
  return row?.subject ?? null
}

/** Of two tabs that link the same at once, the second finds it done. */
export async function linkSubject(
  { tx, school_id, now }: Ctx,
  { issuer, subject }: Subject,
  user_id: string,
) {
  await tx
    .insertInto('sign_in_links')
    .values({ school_id, issuer, subject, user_id, created_at: now })
    .onConflict((oc) => oc.columns(['school_id', 'issuer', 'subject', 'user_id']).doNothing())
    .execute()
}

/** What an issuer said of somebody who may register now; null for a proof that was used or is too old. */
export async function openProof({ tx, school_id, now }: Ctx, token: string) {
  const row = await tx
    .selectFrom('sign_ins')
    .where('school_id', '=', school_id)
    .where('proof_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .select(['issuer', 'subject', 'email', 'name'])
    .executeTakeFirst()
  return row
    ? { issuer: row.issuer!, subject: row.subject!, email: emailOf(row.email!), name: row.name ?? '' }
    : null
}

/** Uses a proof up and links its subject to the person who just registered. */
export async function spendProof(ctx: Ctx, token: string, user: { id: string; email: string }) {
  const { tx, school_id } = ctx
  const proof = await openProof(ctx, token)
  const spent = await tx
    .updateTable('sign_ins')
    .set({ proof_hash: null })
    .where('school_id', '=', school_id)
    .where('proof_hash', '=', hashOf(token))
    .returning('state_hash')
    .executeTakeFirst()
  if (!proof || !spent || proof.email !== user.email) throw new Refusal('token_invalid')
  await linkSubject(ctx, proof, user.id)
}
