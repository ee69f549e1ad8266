import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { normalizeEmail } from '../users/login-name.ts'

export type InvitedRole = 'student' | 'teacher' | 'admin'

/** The open invitation behind a token; null for one that was used, withdrawn or has expired. */
export async function findOpenInvitation({ tx, school_id, now }: Ctx, register_token: string) {
  const row = await tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashToken(register_token))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'email', 'name', 'role', 'invited_by'])
    .executeTakeFirst()
  return row ? { ...row, role: row.role as InvitedRole } : null
}

/** Uses an invitation up, for its role and its e-mail only. Of several at once exactly one succeeds. */
export async function acceptInvitation(
  { tx, school_id, now }: Ctx,
  { register_token, role, email }: { register_token: string; role: InvitedRole; email: string },
) {
  const spent = await tx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashToken(register_token))
    .where('role', '=', role)
    .where('email', '=', normalizeEmail(email))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'name', 'user_code', 'has_targets'])
    .executeTakeFirst()
  if (!spent) throw new Refusal('invitation_invalid')
  return spent
}

/** Uses up the open invitation of somebody who has shown the address to be his or hers without it; null for none. */
export async function acceptInvitationOf({ tx, school_id, now }: Ctx, role: InvitedRole, email: string) {
  const spent = await tx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('school_id', '=', school_id)
    .where('email', '=', normalizeEmail(email))
    .where('role', '=', role)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'name', 'user_code', 'has_targets'])
    .execute()
  return spent.find(({ has_targets }) => has_targets) ?? spent[0] ?? null
}

/** The user code that an invitation brings, unless somebody else was given it meanwhile. */
export async function availableInvitationCode(
  { tx, school_id }: Ctx,
  invitation: { user_code: string | null } | null,
) {
  const user_code = invitation?.user_code
  if (!user_code) return {}
  const taken = await tx
    .selectFrom('users')
    .where('school_id', '=', school_id)
    .where('user_code', '=', user_code)
    .select('id')
    .executeTakeFirst()
  return taken ? {} : { user_code }
}

/** An invitation of this school, held until commit. */
export async function lockInvitation({ tx, school_id }: Ctx, id: string) {
  return ensureFound(
    await tx
      .selectFrom('invitations')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst(),
  )
}
