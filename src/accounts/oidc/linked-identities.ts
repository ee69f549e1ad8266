import type { Ctx } from '#tenancy/context/request-context.ts'
import { rolesForLogin, type LoginRole } from '../users/roles.ts'

interface Subject {
  issuer: string
  subject: string
}

/** Finds the person of a login role who is linked to this subject. */
export function findUserBySubject({ tx, school_id }: Ctx, { issuer, subject }: Subject, kind: LoginRole) {
  return tx
    .selectFrom('users as u')
    .innerJoin('oidc_identities as l', (on) =>
      on.onRef('l.school_id', '=', 'u.school_id').onRef('l.user_id', '=', 'u.id'),
    )
    .where('l.school_id', '=', school_id)
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .where('u.role', 'in', rolesForLogin(kind))
    .where('u.status', '<>', 'removed')
    .selectAll('u')
    .executeTakeFirst()
}

/** The subject of a person at an issuer; null if not linked. */
export async function findSubject({ tx, school_id }: Ctx, issuer: string, user_id: string) {
  const row = await tx
    .selectFrom('oidc_identities')
    .where('school_id', '=', school_id)
    .where('issuer', '=', issuer)
    .where('user_id', '=', user_id)
    .select('subject')
    .executeTakeFirst()
  return row?.subject ?? null
}

/** If two tabs link the same subject, the second finds it done. */
export async function linkSubject(
  { tx, school_id, now }: Ctx,
  { issuer, subject }: Subject,
  user_id: string,
) {
  await tx
    .insertInto('oidc_identities')
    .values({ school_id, issuer, subject, user_id, created_at: now })
    .onConflict((oc) => oc.columns(['school_id', 'issuer', 'subject', 'user_id']).doNothing())
    .execute()
}
