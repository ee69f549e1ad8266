import { deliverMailJobDefinition, sendDeferredMailsJobDefinition } from '#mail/jobs.ts'
import { runJob, runQueuedJobs } from './queue.ts'
import type { TestSchool } from './school-builder.ts'

type School = Pick<TestSchool, 'inside' | 'school_id'>

/** Sends deferred mail as far as the day's allowance goes. */
export const runDeferredMails = (school: School) => runJob(school, sendDeferredMailsJobDefinition, {})

/** Delivers the mails that are queued. */
export const deliverQueuedMails = (school: School) => runQueuedJobs(school, deliverMailJobDefinition)
