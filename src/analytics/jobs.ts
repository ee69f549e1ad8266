import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { rollUpUsage } from './roll-up-usage.ts'

export const rollUp = defineJob({ name: 'rollUpUsage', transaction: 'own', run: rollUpUsage })
/** The same for what happens on the platform's own pages, which belongs to no school. */
export const rollUpPlatform = defineJob({ name: 'rollUpPlatformUsage', transaction: 'own', run: rollUpUsage })

export const jobs = [rollUp, rollUpPlatform]
export const schedules = [
  defineSchedule({ job: rollUp, cron: '35 3 * * *', each: 'school' }),
  defineSchedule({ job: rollUpPlatform, cron: '40 3 * * *', each: 'platform' }),
]
