import { lockExternalMailAllowance } from '#mail/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { mailInvitation } from './invite.ts'
import { mailInvitationsJob } from '../job-handles.ts'
import type { InvitedRole } from './invitations.ts'

/** 100 per minute: mail servers classify senders of thousands at once as spam. */
const atOnce = 50
const pauseMs = 30_000
const weekMs = 7 * 86_400_000

/**
 * Mails the next waiting invitations and schedules the rest: in half a minute, or on the next day if the daily
 * allowance is used up. Mailed invitations are not selected again.
 */
export async function mailInvitationBatch(ctx: Ctx) {
  const { tx, school_id, now } = ctx
  const { remaining: left, resumes_at } = await lockExternalMailAllowance(ctx)
  const due = await tx
    .selectFrom('invitations as i')
    .leftJoin('users as u', (on) =>
      on.onRef('u.school_id', '=', 'i.school_id').onRef('u.id', '=', 'i.invited_by'),
    )
    .where('i.school_id', '=', school_id)
    .where('i.mail_state', '=', 'due')
    .select(['i.id', 'i.email', 'i.name', 'i.role', 'i.accepted_at', 'i.revoked_at', 'u.name as inviter'])
    .orderBy('i.created_at')
    .orderBy('i.id')
    .limit(Math.max(1, Math.min(atOnce, left)))
    .forUpdate('i')
    .execute()
  if (left === 0) return due.length === 0 ? undefined : comeBack(ctx, resumes_at)
  const expires_at = new Date(now.getTime() + weekMs)
  for (const { id, email, name, role, accepted_at, revoked_at, inviter } of due) {
    const token = newToken()
    // An invitation that waited is valid for a week from its mail.
    await tx
      .updateTable('invitations')
      .set({ token_hash: hashToken(token), mail_state: 'sent', expires_at })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
    // Withdrawn before its mail was sent.
    if (accepted_at || revoked_at) continue
    const mailInput = { email, name, role: role as InvitedRole, token }
    await mailInvitation({ ...ctx, actor: { ...ctx.actor, name: inviter ?? ctx.school!.name } }, mailInput)
  }
  if (due.length < Math.min(atOnce, left)) return
  await comeBack(ctx, left > due.length ? new Date(now.getTime() + pauseMs) : resumes_at)
}

const comeBack = (ctx: Ctx, run_at: Date) =>
  ctx.enqueue(mailInvitationsJob, {}, { priority: 'late', job_key: 'mailInvitations', run_at })
