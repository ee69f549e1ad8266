import type { OwnCtx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { deleteOldOffers } from './queries.ts'

/** Deleting twice is deleting once. */
export const sweepOwnershipOffers = defineJob({
  name: 'sweepOwnershipOffers',
  transaction: 'own',
  run: ({ db, now }: OwnCtx) => deleteOldOffers(db, now),
})

export const jobs: Job[] = [sweepOwnershipOffers]
export const schedules = [defineSchedule({ job: sweepOwnershipOffers, cron: '50 * * * *', each: 'platform' })]
