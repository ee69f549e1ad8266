import type { Ctx } from '#tenancy/context/request-context.ts'
import { hashToken, newId, newToken } from '#platform/security/tokens.ts'
import type { InvitedRole } from './invitations.ts'
import { mailInvitationsJobDefinition } from '../jobs.ts'

const weekMs = 7 * 86_400_000

interface Newcomer {
  name: string
  email: string
  user_code?: string | null
  has_targets?: boolean
}

interface Newcomers {
  role: InvitedRole
  people: readonly Newcomer[]
  notify: boolean
}

/**
 * Invites up to 500 people, none of whom is a user or invited; mails are sent a few at a time. Returns the ids.
 */
export async function insertInvitations(ctx: Ctx, { role, people, notify }: Newcomers): Promise<string[]> {
  const { tx, school_id, actor, now } = ctx
  const mail_state = notify ? 'due' : 'none'
  const times = { created_at: now, expires_at: new Date(now.getTime() + weekMs) }
  const rows = people.map(({ name, email, user_code = null, has_targets = false }) => ({
    ...times,
    school_id,
    id: newId(),
    role,
    name,
    email,
    user_code,
    has_targets,
    mail_state,
    invited_by: actor.id,
    // An unknown token: the mail will contain its own.
    token_hash: hashToken(newToken()),
  }))
  if (rows.length === 0) return []
  await tx.insertInto('invitations').values(rows).execute()
  if (notify)
    await ctx.enqueue(mailInvitationsJobDefinition, {}, { priority: 'late', job_key: 'mailInvitations' })
  return rows.map(({ id }) => id)
}
