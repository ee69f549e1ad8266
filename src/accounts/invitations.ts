import type { Ctx } from '#platform/context.ts'
import { found, Refusal } from '#platform/refusal.ts'
import { hashOf } from '#platform/tokens.ts'
import { emailOf } from './names.ts'

export type InvitedRole = 'student' | 'teacher' | 'admin'

/** The open invitation behind a token; null for one that was used, withdrawn or has expired. */
export async function openInvitation({ tx, school_id, now }: Ctx, register_token: string) {
  const row = await tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashOf(register_token))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['id', 'email', 'name', 'role', 'invited_by'])
    .executeTakeFirst()
  return row ? { ...row, role: row.role as InvitedRole } : null
}

/** Uses an invitation up, for its role and its e-mail only. Of several at once exactly one succeeds. */
export async function spendInvitation(ctx: Ctx, register_token: string, role: InvitedRole, email: string) {
  const { tx, school_id, now } = ctx
  const spent = await tx
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('school_id', '=', school_id)
    .where('token_hash', '=', hashOf(register_token))
    .where('role', '=', role)
    .where('email', '=', emailOf(email))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!spent) throw new Refusal('invitation_invalid')
  return spent.id
}

/** An invitation of this school, held until commit. */
export async function invitationToChange({ tx, school_id }: Ctx, id: string) {
  return found(
    await tx
      .selectFrom('invitations')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst(),
  )
}
