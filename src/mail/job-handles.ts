import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const deliverMailJob: JobHandle<{ mail_id: string }> = { name: 'deliverMail' }
/** Queues deferred mail as far as the day's allowance goes; see `deferred-mails.ts`. */
export const sendDeferredMailsJob: JobHandle<object> = { name: 'sendDeferredMails' }
