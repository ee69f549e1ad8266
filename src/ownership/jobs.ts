import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { deleteOldOffers } from './queries.ts'

/** Safe to repeat. */
export const sweepOwnershipOffersJobDefinition = defineJob({
  name: 'sweepOwnershipOffers',
  transaction: 'own',
  run: ({ db, now }: CtxWithoutTx) => deleteOldOffers(db, now),
})

export const jobs: Job[] = [sweepOwnershipOffersJobDefinition]
export const schedules = [
  defineSchedule({ job: sweepOwnershipOffersJobDefinition, cron: '50 * * * *', runsFor: 'platform' }),
]
