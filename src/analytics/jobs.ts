import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { rollUpUsage } from './roll-up-usage.ts'

export const rollUpUsageJobDefinition = defineJob({
  name: 'rollUpUsage',
  transaction: 'own',
  run: rollUpUsage,
})
/** The same for the pages of the platform, which belong to no school. */
export const rollUpPlatformUsageJobDefinition = defineJob({
  name: 'rollUpPlatformUsage',
  transaction: 'own',
  run: rollUpUsage,
})

export const jobs = [rollUpUsageJobDefinition, rollUpPlatformUsageJobDefinition]
export const schedules = [
  defineSchedule({ job: rollUpUsageJobDefinition, cron: '35 3 * * *', runsFor: 'school' }),
  defineSchedule({ job: rollUpPlatformUsageJobDefinition, cron: '40 3 * * *', runsFor: 'platform' }),
]
