import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const updateSchoolStatsJob: JobHandle<{ school_ids: string[] }> = { name: 'updateSchoolStats' }
/** Brings who accepted an invitation to where it leads. */
export const applyInvitation: JobHandle<{ invitation_id: string; user_id: string }> = {
  name: 'applyInvitationTargets',
}
export const eraseAccountJob: JobHandle<{ account_id: string }> = { name: 'eraseAccount' }

/** Mails invitations that wait for it; what it does is in `mail-invitations.ts`. */
export const mailInvitationsJob: JobHandle<object> = { name: 'mailInvitations' }
