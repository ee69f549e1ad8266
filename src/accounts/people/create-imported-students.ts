import { acceptanceColumns } from '#consent/index.ts'
import type { Ctx } from '#tenancy/context/request-context.ts'
import { createUser } from '../users/create-user.ts'
import { acceptInvitationOf } from '../invitations/invitations.ts'
import { applyInvitation } from '../job-handles.ts'
import { getRegistrationSettings } from '../users/user-queries.ts'

interface ListedStudent {
  /** Empty where the list has none: then the e-mail stands for it. */
  name: string
  email: string
  user_code: string | null
}

/**
 * Adds students of a list to the school without an invitation, and answers their ids in order. They have no password: a
 * link that is mailed when they ask for it at the login is the only way in, so nobody but the holder of the address comes
 * in. The school's texts are asked at the first login. An open invitation to the address is taken up.
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
      await ctx.enqueue(applyInvitation, { invitation_id: invitation.id, user_id: id }, { urgency: 'late' })
    ids.push(id)
  }
  await ctx.audit('user.batch_added', ['school', ctx.school_id], { user_ids: ids })
  return ids
}
