import type { JobHandle } from '#tenancy/context/request-context.ts'

export const countSchoolsLater: JobHandle<{ school_ids: string[] }> = { name: 'countSchools' }
/** Brings who accepted an invitation to where it leads. */
export const placeInvited: JobHandle<{ invitation_id: string; user_id: string }> = { name: 'placeInvited' }
export const eraseAccountLater: JobHandle<{ account_id: string }> = { name: 'eraseAccount' }

/** Mails invitations that wait for it; what it does is in `mail-invitations.ts`. */
export const mailInvitationsLater: JobHandle<object> = { name: 'mailInvitations' }
