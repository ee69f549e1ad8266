import { recordAcceptances, type AcceptanceSource, type CurrentLegalDocument } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { applyInvitation } from '../job-handles.ts'
import type { InvitedRole } from '../invitations/invitations.ts'

interface Registration {
  role: InvitedRole
  /** The accepted invitation, if any. */
  invitation: { id: string; has_targets: boolean } | null
  /** Whether the person came with an invitation's token. */
  invited: boolean
  /** The accepted documents. */
  texts: CurrentLegalDocument[]
  source: AcceptanceSource
}

/** Completes a registration: invitation targets, acceptances and the audit log. */
export async function completeRegistration(
  ctx: Ctx,
  user: { id: string; name: string; email: string },
  { role, invitation, invited, texts, source }: Registration,
) {
  if (invitation?.has_targets)
    await ctx.enqueue(
      applyInvitation,
      { invitation_id: invitation.id, user_id: user.id },
      { priority: 'soon' },
    )
  await recordAcceptances(ctx, { user_id: user.id, texts, source })
  ctx.actor = { ...ctx.actor, id: user.id, role, name: user.name, email: user.email }
  await ctx.audit('user.registered', ['user', user.id], { role, invited })
}
