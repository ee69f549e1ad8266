import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { mailSomeInvitations } from './invitations/mail-invitations.ts'
import { mailMagicLink as runMailMagicLink, type AskedLink } from './magic-links/mail-magic-link.ts'
import { mailRegistrationLink as runMailRegistrationLink } from './registration/mail-registration-link.ts'
import * as reset from './passwords/mail-password-reset.ts'
import type { LoginKind } from './users/roles.ts'
import { countSchools as runCountSchools } from './owners/count-schools.ts'
import { eraseLeftAccounts, runEraseAccount } from './erasure/erase-account.ts'
import { countSchoolsLater, eraseAccountLater } from './job-handles.ts'
import { sweepPlatform, sweepSchool } from './delete-expired.ts'

export const mailReset = defineJob<{ user_code: string; kind: LoginKind; locale: string }>({
  name: 'mailReset',
  run: reset.mailReset,
})

export const mailAccountReset = defineJob<{ email: string; locale: string }>({
  name: 'mailAccountReset',
  run: reset.mailAccountReset,
})

export const mailMagicLink = defineJob<AskedLink>({ name: 'mailMagicLink', run: runMailMagicLink })

export const mailRegistrationLink = defineJob<{ ask: string }>({
  name: 'mailRegistrationLink',
  run: runMailRegistrationLink,
})

/** What was mailed in a run that crashed was not: the mail and the mark commit together. */
export const mailInvitations = defineJob({ name: 'mailInvitations', run: mailSomeInvitations })

/** Deleting twice is deleting once. */
export const sweepExpired = defineJob({ name: 'sweepExpired', run: sweepSchool })
export const sweepExpiredAccounts = defineJob({
  name: 'sweepExpiredAccounts',
  transaction: 'own',
  run: sweepPlatform,
})

/** Counting twice is counting once. */
export const countSchools = defineJob({ ...countSchoolsLater, transaction: 'own', run: runCountSchools })

export const eraseAccount = defineJob({ ...eraseAccountLater, transaction: 'own', run: runEraseAccount })
/** Queues again what is due and still here. */
export const catchUpAccounts = defineJob({
  name: 'eraseLeftAccounts',
  transaction: 'own',
  run: eraseLeftAccounts,
})

export const jobs: Job[] = [
  eraseAccount,
  catchUpAccounts,
  countSchools,
  mailReset,
  mailAccountReset,
  mailMagicLink,
  mailRegistrationLink,
  mailInvitations,
  sweepExpired,
  sweepExpiredAccounts,
]

export const schedules = [
  defineSchedule({ job: catchUpAccounts, cron: '25 * * * *', each: 'platform' }),
  defineSchedule({ job: sweepExpired, cron: '20 3 * * *', each: 'school' }),
  defineSchedule({ job: sweepExpiredAccounts, cron: '50 * * * *', each: 'platform' }),
]
