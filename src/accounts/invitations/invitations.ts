import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureFound, Refusal } from '#platform/contract/refusal.ts'
import { hashToken } from '#platform/security/tokens.ts'
import { normalizeEmail } from '../users/login-name.ts'

export type InvitedRole = 'student' | 'teacher' | 'admin'

/** Returns the open invitation of a token; null if it is used, withdrawn or expired. */
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

/** Accepts an invitation for its role and address only. Of several concurrent calls exactly one succeeds. */
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

/** Accepts the open invitation for an address that was verified in another way; null if there is none. */
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

/** User code of an invitation, unless another person got it meanwhile. */
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

/** Returns an invitation of this school, locked until commit. */
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
