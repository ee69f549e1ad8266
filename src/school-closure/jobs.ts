import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { eraseSchool } from './erase-school.ts'
import { eraseClosedSchoolJob, writeSchoolArchiveJob } from './job-handles.ts'
import { processDueClosures } from './process-due-closures.ts'
import { failParkedArchive, runWriteArchive } from './write-archive.ts'

export const writeSchoolArchiveJobDefinition = defineJob({
  ...writeSchoolArchiveJob,
  transaction: 'own',
  run: runWriteArchive,
  parked: failParkedArchive,
})
export const eraseClosedSchoolJobDefinition = defineJob({
  ...eraseClosedSchoolJob,
  transaction: 'own',
  run: eraseSchool,
})
export const processClosingsJobDefinition = defineJob({
  name: 'processClosings',
  transaction: 'own',
  run: processDueClosures,
})

export const jobs: Job[] = [
  writeSchoolArchiveJobDefinition,
  eraseClosedSchoolJobDefinition,
  processClosingsJobDefinition,
]
export const schedules = [
  defineSchedule({ job: processClosingsJobDefinition, cron: '*/10 * * * *', runsFor: 'platform' }),
]
