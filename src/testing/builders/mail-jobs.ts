import { deliverMailJobDefinition, sendDeferredMailsJobDefinition } from '#mail/jobs.ts'
import { runJob, runQueuedJobs } from './queue.ts'
import type { TestSchool } from './school-builder.ts'

type School = Pick<TestSchool, 'transact' | 'school_id'>

/** Sends deferred mail within the day's allowance. */
export const runDeferredMails = (school: School) => runJob(school, sendDeferredMailsJobDefinition, {})

/** Delivers queued mails. */
export const deliverQueuedMails = (school: School) => runQueuedJobs(school, deliverMailJobDefinition)
