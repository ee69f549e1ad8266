import type { JobHandle } from '#platform/jobs/job-handle.ts'

export const deliverMailJob: JobHandle<{ mail_id: string }> = { name: 'deliverMail' }
/** Queues deferred mail within the day's allowance; see `deferred-mails.ts`. */
export const sendDeferredMailsJob: JobHandle<object> = { name: 'sendDeferredMails' }
