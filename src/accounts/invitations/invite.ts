import { lockExternalMailAllowance, sanitizeDisplayName, sendMail } from '#mail/index.ts'
import { originFor } from '#platform/config/config.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { ensureAllowed, Refusal } from '#platform/contract/refusal.ts'
import type { Input, Reply } from '#platform/contract/route.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import { translator } from '#platform/pages/translate.ts'
import type * as contract from '../contract.ts'
import { lockInvitation, type InvitedRole } from './invitations.ts'
import { mailInvitationsJob } from '../job-handles.ts'
import { normalizeEmail } from '../users/login-name.ts'
import { invitationStatus, mayResendInvitation } from '../policy.ts'
import { findUserByCode } from '../users/user-queries.ts'

type Invitation = Reply<typeof contract.invite>

const weekMs = 7 * 86_400_000

/** Invites a person by mail. An open invitation for the role gets a new link instead. */
export async function invite(ctx: Ctx, input: Input<typeof contract.invite>): Promise<Invitation> {
  const { tx, school_id, actor, now } = ctx
  const email = normalizeEmail(input.email)
  const { role = 'admin' } = input
  const name = input.name?.trim() ?? ''
  if (await findUserByCode(ctx, role, email)) throw new Refusal('email_taken')
  const open = await tx
    .selectFrom('invitations')
    .where('school_id', '=', school_id)
    .where('email', '=', email)
    .where('role', '=', role)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (open) return renew(ctx, open.id, name)

  const token = newToken()
  const id = newId()
  const row = { id, email, name, role, created_at: now, expires_at: new Date(now.getTime() + weekMs) }
  await tx
    .insertInto('invitations')
    .values({ ...row, school_id, token_hash: hashToken(token), invited_by: actor.id })
    .execute()
  await ctx.audit('invitation.sent', ['invitation', id], { email, role })
  await mailNowOrLater(ctx, { ...row, token })
  return { ...row, status: 'open' }
}

export async function resendInvitation(
  ctx: Ctx,
  { invitation_id }: Input<typeof contract.resendInvitation>,
): Promise<Invitation> {
  return renew(ctx, invitation_id)
}

/** Creates a new link; the old one stops working, because only its hash is stored. */
async function renew(ctx: Ctx, invitation_id: string, name?: string): Promise<Invitation> {
  const { tx, school_id, now } = ctx
  const invitation = await lockInvitation(ctx, invitation_id)
  ensureAllowed(mayResendInvitation(invitation))
  const token = newToken()
  const expires_at = new Date(now.getTime() + weekMs)
  await tx
    .updateTable('invitations')
    .set({ token_hash: hashToken(token), expires_at, mail_state: 'sent', ...(name && { name }) })
    .where('school_id', '=', school_id)
    .where('id', '=', invitation_id)
    .execute()
  const { id, email, created_at } = invitation
  const role = invitation.role as InvitedRole
  const row = { id, email, role, created_at, expires_at, name: name || invitation.name }
  await ctx.audit('invitation.resent', ['invitation', id], { email, role })
  await mailNowOrLater(ctx, { ...row, token })
  return { ...row, status: 'open' }
}

export async function revokeInvitation(
  ctx: Ctx,
  { invitation_id }: Input<typeof contract.revokeInvitation>,
): Promise<Invitation> {
  const { tx, school_id, now } = ctx
  const invitation = await lockInvitation(ctx, invitation_id)
  ensureAllowed(mayResendInvitation(invitation))
  await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('school_id', '=', school_id)
    .where('id', '=', invitation_id)
    .execute()
  const { id, email, name, created_at, expires_at } = invitation
  const role = invitation.role as InvitedRole
  await ctx.audit('invitation.revoked', ['invitation', id], { email, role })
  const status = invitationStatus({ ...invitation, revoked_at: now }, now)
  return { id, email, name, role, status, created_at, expires_at }
}

/** Beyond the school's daily allowance the mail waits, like mails of a list. */
async function mailNowOrLater(ctx: Ctx, mailInput: Letter & { id: string }) {
  const { remaining: left } = await lockExternalMailAllowance(ctx)
  if (left > 0) return mailInvitation(ctx, mailInput)
  const { tx, school_id } = ctx
  await tx
    .updateTable('invitations')
    .set({ mail_state: 'due' })
    .where('school_id', '=', school_id)
    .where('id', '=', mailInput.id)
    .execute()
  await ctx.enqueue(mailInvitationsJob, {}, { priority: 'late', job_key: 'mailInvitations' })
}

interface Letter {
  email: string
  name: string
  role: InvitedRole
  token: string
}

export async function mailInvitation(ctx: Ctx, { email, name, role, token }: Letter) {
  const { config, school, actor } = ctx
  const locale = school!.language
  const t = translator(locale)
  const query = new URLSearchParams({ as: role, register_token: token })
  const values = {
    school: sanitizeDisplayName(school!.name),
    inviter: sanitizeDisplayName(actor.name),
    name: sanitizeDisplayName(name),
    platform: ctx.brand.name,
  }
  await sendMail(ctx, {
    to: email,
    kind: 'invitation',
    locale,
    mail: {
      subject: t('accounts:invitation.subject', values),
      heading: t(
        values.name ? 'accounts:invitation.heading' : 'accounts:invitation.heading_nameless',
        values,
      ),
      paragraphs: [t(`accounts:invitation.text_${role}`, values)],
      button: {
        label: t('accounts:invitation.button'),
        url: `${originFor(config, school!.host)}/register?${query}`,
      },
      footnote: t('accounts:invitation.footnote'),
    },
  })
}
