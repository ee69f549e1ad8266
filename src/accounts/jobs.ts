import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { mailInvitationBatch } from './invitations/mail-invitations.ts'
import { mailMagicLink as runMailMagicLink, type MagicLinkRequest } from './magic-links/mail-magic-link.ts'
import { mailRegistrationLink as runMailRegistrationLink } from './registration/mail-registration-link.ts'
import * as reset from './passwords/mail-password-reset.ts'
import type { LoginRole } from './users/roles.ts'
import { updateSchoolStats as runCountSchools } from './owners/update-school-stats.ts'
import { eraseOverdueAccounts, runEraseAccount } from './erasure/erase-account.ts'
import { updateSchoolStatsJob, eraseAccountJob } from './job-handles.ts'
import { deleteExpiredOfPlatform, deleteExpiredOfSchool } from './delete-expired.ts'

export const mailPasswordResetJobDefinition = defineJob<{
  user_code: string
  kind: LoginRole
  locale: string
}>({
  name: 'mailPasswordReset',
  run: reset.mailPasswordReset,
})

export const mailAccountPasswordResetJobDefinition = defineJob<{ email: string; locale: string }>({
  name: 'mailAccountPasswordReset',
  run: reset.mailAccountPasswordReset,
})

export const mailMagicLinkJobDefinition = defineJob<MagicLinkRequest>({
  name: 'mailMagicLink',
  run: runMailMagicLink,
})

export const mailRegistrationLinkJobDefinition = defineJob<{ ask: string }>({
  name: 'mailRegistrationLink',
  run: runMailRegistrationLink,
})

/** Safe to repeat: mail and mark commit together. */
export const mailInvitationsJobDefinition = defineJob({ name: 'mailInvitations', run: mailInvitationBatch })

/** Safe to repeat. */
export const deleteExpiredJobDefinition = defineJob({ name: 'deleteExpired', run: deleteExpiredOfSchool })
export const deleteExpiredAccountDataJobDefinition = defineJob({
  name: 'deleteExpiredAccountData',
  transaction: 'own',
  run: deleteExpiredOfPlatform,
})

/** Safe to repeat. */
export const updateSchoolStatsJobDefinition = defineJob({
  ...updateSchoolStatsJob,
  transaction: 'own',
  run: runCountSchools,
})

export const eraseAccountJobDefinition = defineJob({
  ...eraseAccountJob,
  transaction: 'own',
  run: runEraseAccount,
})
/** Enqueues overdue erasures again. */
export const eraseOverdueAccountsJobDefinition = defineJob({
  name: 'eraseOverdueAccounts',
  transaction: 'own',
  run: eraseOverdueAccounts,
})

export const jobs: Job[] = [
  eraseAccountJobDefinition,
  eraseOverdueAccountsJobDefinition,
  updateSchoolStatsJobDefinition,
  mailPasswordResetJobDefinition,
  mailAccountPasswordResetJobDefinition,
  mailMagicLinkJobDefinition,
  mailRegistrationLinkJobDefinition,
  mailInvitationsJobDefinition,
  deleteExpiredJobDefinition,
  deleteExpiredAccountDataJobDefinition,
]

export const schedules = [
  defineSchedule({ job: eraseOverdueAccountsJobDefinition, cron: '25 * * * *', runsFor: 'platform' }),
  defineSchedule({ job: deleteExpiredJobDefinition, cron: '20 3 * * *', runsFor: 'school' }),
  defineSchedule({ job: deleteExpiredAccountDataJobDefinition, cron: '50 * * * *', runsFor: 'platform' }),
]
