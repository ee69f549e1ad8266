import type { Ctx } from '#tenancy/context/request-context.ts'

/** Marks invitations with course, group or faculty targets. */
export async function recordInvitedPlaces({ tx, school_id }: Ctx, invitation_ids: readonly string[]) {
  if (invitation_ids.length === 0) return
  await tx
    .updateTable('invitations')
    .set({ has_targets: true })
    .where('school_id', '=', school_id)
    .where('id', 'in', invitation_ids)
    .execute()
}

/** Sets the user code of the invited student. */
export async function setInvitationUserCode(
  { tx, school_id }: Ctx,
  { invitation_id, user_code }: { invitation_id: string; user_code: string },
) {
  await tx
    .updateTable('invitations')
    .set({ user_code })
    .where('school_id', '=', school_id)
    .where('id', '=', invitation_id)
    .execute()
}
