import { acceptanceColumns } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { createUser } from '../users/create-user.ts'
import { acceptInvitationOf } from '../invitations/invitations.ts'
import { applyInvitation } from '../job-handles.ts'
import { getRegistrationSettings } from '../users/user-queries.ts'

interface ListedStudent {
  /** Empty if the file has none: then the e-mail address is the name. */
  name: string
  email: string
  user_code: string | null
}

/**
 * Adds students to the school without an invitation, and returns their ids in order. They have no password: only
 * a link mailed at login lets them in, so only the holder of the address gets access. The legal texts are
 * required at the first login. An open invitation for the address is closed.
 */
export async function createImportedStudents(
  ctx: Ctx,
  students: readonly ListedStudent[],
): Promise<string[]> {
  if (students.length === 0) return []
  const settings = await getRegistrationSettings(ctx)
  const versions = { terms: settings.terms_version, privacy: settings.privacy_version }
  const columns = acceptanceColumns(ctx, versions, [])
  const ids: string[] = []
  for (const { name, email, user_code } of students) {
    const invitation = await acceptInvitationOf(ctx, 'student', email)
    const code = user_code ?? invitation?.user_code
    const { id } = await createUser(ctx, {
      role: 'student',
      email,
      name: name || (invitation?.name ?? '') || email,
      password_hash: null,
      ...columns,
      ...(code && { user_code: code }),
    })
    if (invitation?.has_targets)
      await ctx.enqueue(applyInvitation, { invitation_id: invitation.id, user_id: id }, { priority: 'late' })
    ids.push(id)
  }
  await ctx.audit('user.batch_added', ['school', ctx.school_id], { user_ids: ids })
  return ids
}
