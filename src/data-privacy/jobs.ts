import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { eraseLeftOver, eraseNow } from './erase-person.ts'
import { erasePersonLater, expireDataExport, writeDataExport } from './job-handles.ts'
import { endExport, endParkedExport, writeExport } from './write-export.ts'

export const writing = defineJob({
  ...writeDataExport,
  transaction: 'own',
  run: writeExport,
  parked: endParkedExport,
})
export const expiring = defineJob({ ...expireDataExport, run: endExport })
export const erasing = defineJob({ ...erasePersonLater, run: eraseNow })
/** Queues again what a parked job left; the job itself erases nobody twice. */
export const catchingUp = defineJob({ name: 'eraseLeftOver', run: eraseLeftOver })

export const jobs: Job[] = [writing, expiring, erasing, catchingUp]
export const schedules = [defineSchedule({ job: catchingUp, cron: '40 3 * * *', each: 'school' })]
