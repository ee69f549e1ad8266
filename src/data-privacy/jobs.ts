import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { eraseOverduePeople, erasePersonData } from './erase-person.ts'
import { erasePersonJob, expireDataExportJob, writeDataExportJob } from './job-handles.ts'
import { expireExport, failParkedExport, writeExport } from './write-export.ts'

export const writeDataExportJobDefinition = defineJob({
  ...writeDataExportJob,
  transaction: 'own',
  run: writeExport,
  parked: failParkedExport,
})
export const expireDataExportJobDefinition = defineJob({ ...expireDataExportJob, run: expireExport })
export const erasePersonJobDefinition = defineJob({ ...erasePersonJob, run: erasePersonData })
/** Enqueues overdue erasures again; the erasure itself is safe to repeat. */
export const eraseOverduePeopleJobDefinition = defineJob({
  name: 'eraseOverduePeople',
  run: eraseOverduePeople,
})

export const jobs: Job[] = [
  writeDataExportJobDefinition,
  expireDataExportJobDefinition,
  erasePersonJobDefinition,
  eraseOverduePeopleJobDefinition,
]
export const schedules = [
  defineSchedule({ job: eraseOverduePeopleJobDefinition, cron: '40 3 * * *', runsFor: 'school' }),
]
