import type { Ctx, JobHandle } from '#platform/context.ts'
import { hashOf, newToken } from '#platform/tokens.ts'
import { mailInvitation } from './invite.ts'
import type { InvitedRole } from './invitations.ts'

/** 100 a minute: a mail server that is sent thousands at once takes the sender for a nuisance. */
const atOnce = 50
const pauseMs = 30_000
/** Itself, by the name that `jobs.ts` gives it. */
const again: JobHandle<object> = { name: 'mailInvitations' }

/** Mails some of the invitations that wait for it, and comes back for the rest. What was mailed is not due any more. */
export async function mailSomeInvitations(ctx: Ctx) {
  const { tx, school_id, now } = ctx
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
    .limit(atOnce)
    .forUpdate('i')
    .execute()
  for (const { id, email, name, role, accepted_at, revoked_at, inviter } of due) {
    const token = newToken()
    await tx
      .updateTable('invitations')
      .set({ token_hash: hashOf(token), mail_state: 'sent' })
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .execute()
    // Withdrawn before its mail went out.
    if (accepted_at || revoked_at) continue
    const letter = { email, name, role: role as InvitedRole, token }
    await mailInvitation({ ...ctx, actor: { ...ctx.actor, name: inviter ?? ctx.school!.name } }, letter)
  }
  if (due.length < atOnce) return
  const run_at = new Date(now.getTime() + pauseMs)
  await ctx.enqueue(again, {}, { urgency: 'late', job_key: 'mailInvitations', run_at })
}
