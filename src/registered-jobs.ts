import { jobs as analytics, schedules as analyticsSchedules } from '#analytics/jobs.ts'
import { jobs as assessments, schedules as assessmentSchedules } from '#assessments/jobs.ts'
import { jobs as assistant, schedules as assistantSchedules } from '#assistant/jobs.ts'
import { jobs as bulkUpload } from '#student-imports/jobs.ts'
import { jobs as certificates } from '#certificates/jobs.ts'
import { jobs as closing, schedules as closingSchedules } from '#school-closure/jobs.ts'
import { jobs as console_ } from '#console/jobs.ts'
import { jobs as courses } from '#courses/jobs.ts'
import { jobs as domains, schedules as domainSchedules } from '#custom-domains/jobs.ts'
import { jobs as gradebook } from '#gradebook/jobs.ts'
import { jobs as interest } from '#opening-subscriptions/jobs.ts'
import { jobs as learning, schedules as learningSchedules } from '#learning/jobs.ts'
import { jobs as accounts, schedules as accountSchedules } from '#accounts/jobs.ts'
import { jobs as exchange } from '#import-export/jobs.ts'
import { jobs as mail } from '#mail/jobs.ts'
import { jobs as myData, schedules as myDataSchedules } from '#data-privacy/jobs.ts'
import { jobs as ownership, schedules as ownershipSchedules } from '#ownership/jobs.ts'
import { jobs as payments, schedules as paymentSchedules } from '#payments/jobs.ts'
import { jobs as passages, schedules as passageSchedules } from '#content-chunks/jobs.ts'
import { jobs as schoolBilling, schedules as schoolBillingSchedules } from '#school-billing/jobs.ts'
import { jobs as schools } from '#schools/jobs.ts'
import type { Job, Schedule } from '#tenancy/jobs/define-job.ts'
import { startWorker, type Worker, type WorkerOptions } from '#tenancy/jobs/worker.ts'
import { jobs as resellers } from '#resellers/jobs.ts'
import { jobs as subscriptions, schedules as subscriptionSchedules } from '#subscriptions/jobs.ts'
import { jobs as support } from '#support/jobs.ts'
import { jobs as uploads, schedules as uploadSchedules } from '#uploads/jobs.ts'
import { drainDeliveries } from '#webhooks/index.ts'
import { jobs as webhooks, schedules as webhookSchedules } from '#webhooks/jobs.ts'

/** Every job of the product. */
export const registeredJobs: Job[] = [
  ...accounts,
  ...analytics,
  ...assessments,
  ...assistant,
  ...bulkUpload,
  ...certificates,
  ...closing,
  ...console_,
  ...courses,
  ...mail,
  ...domains,
  ...exchange,
  ...gradebook,
  ...interest,
  ...learning,
  ...myData,
  ...ownership,
  ...passages,
  ...payments,
  ...resellers,
  ...schoolBilling,
  ...schools,
  ...subscriptions,
  ...support,
  ...uploads,
  ...webhooks,
]

/** Every schedule of the product. */
export const registeredSchedules: Schedule[] = [
  ...accountSchedules,
  ...analyticsSchedules,
  ...assessmentSchedules,
  ...assistantSchedules,
  ...closingSchedules,
  ...domainSchedules,
  ...learningSchedules,
  ...myDataSchedules,
  ...ownershipSchedules,
  ...passageSchedules,
  ...paymentSchedules,
  ...schoolBillingSchedules,
  ...subscriptionSchedules,
  ...uploadSchedules,
  ...webhookSchedules,
]

/** Runs all jobs and schedules until the worker stops. */
export async function startJobs(options: Omit<WorkerOptions, 'jobs' | 'schedules'>): Promise<Worker> {
  const worker = await startWorker({ ...options, jobs: registeredJobs, schedules: registeredSchedules })
  return {
    async stop() {
      await worker.stop()
      await drainDeliveries()
    },
  }
}
