import type { Ctx } from '#tenancy/context/request-context.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import type * as contract from '../contract.ts'
import { mailInvitationsJobDefinition } from '../jobs.ts'

const weekMs = 7 * 86_400_000
/** Milliseconds in which a person is not mailed again: repeating the action must not send a second mail. */
const pauseMs = 10 * 60_000

/** Renews each invitation for a week. The mails are sent a few at a time, with new links. */
export async function resendInvitations(
  ctx: Ctx,
  { invitation_ids }: Input<typeof contract.resendInvitations>,
): Promise<Reply<typeof contract.resendInvitations>> {
  const { tx, school_id, now } = ctx
  const expires_at = new Date(now.getTime() + weekMs)
  const ids = await openAmong(ctx, invitation_ids)
  const rows = ids.length
    ? await tx
        .updateTable('invitations')
        .set({ mail_state: 'due', expires_at })
        .where('school_id', '=', school_id)
        .where('id', 'in', ids)
        .where('mail_state', '<>', 'due')
        .where((eb) =>
          eb.or([
            eb('mail_state', '=', 'none'),
            eb('expires_at', '<=', new Date(expires_at.getTime() - pauseMs)),
          ]),
        )
        .returning('id')
        .execute()
    : []
  const resent = rows.length
  if (resent > 0) {
    await ctx.audit('invitation.batch_resent', ['school', school_id], { ids: rows.map((row) => row.id) })
    await ctx.enqueue(mailInvitationsJobDefinition, {}, { priority: 'late', job_key: 'mailInvitations' })
  }
  return { resent, skipped: invitation_ids.length - resent }
}

export async function revokeInvitations(
  ctx: Ctx,
  { invitation_ids }: Input<typeof contract.revokeInvitations>,
): Promise<Reply<typeof contract.revokeInvitations>> {
  const { tx, school_id, now } = ctx
  const ids = await openAmong(ctx, invitation_ids)
  if (ids.length > 0) {
    await tx
      .updateTable('invitations')
      .set({ revoked_at: now })
      .where('school_id', '=', school_id)
      .where('id', 'in', ids)
      .execute()
    await ctx.audit('invitation.batch_revoked', ['school', school_id], { ids })
  }
  return { withdrawn: ids.length, skipped: invitation_ids.length - ids.length }
}

/** Open invitations of these ids, locked until commit in a fixed order. */
async function openAmong({ tx, school_id }: Ctx, ids: string[]) {
  const rows = await tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .where('id', 'in', ids)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.id)
}
