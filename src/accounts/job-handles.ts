import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const updateSchoolStatsJob: JobHandle<{ school_ids: string[] }> = { name: 'updateSchoolStats' }
/** Applies the targets of an accepted invitation. */
export const applyInvitation: JobHandle<{ invitation_id: string; user_id: string }> = {
  name: 'applyInvitationTargets',
}
export const eraseAccountJob: JobHandle<{ account_id: string }> = { name: 'eraseAccount' }

/** Mails waiting invitations; see `mail-invitations.ts`. */
export const mailInvitationsJob: JobHandle<object> = { name: 'mailInvitations' }
