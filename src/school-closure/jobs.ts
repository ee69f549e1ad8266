import { defineJob, defineSchedule, type Job } from '#tenancy/jobs/define-job.ts'
import { eraseSchool } from './erase-school.ts'
import { eraseClosedSchool, writeSchoolArchive } from './job-handles.ts'
import { tendClosings } from './process-due-closures.ts'
import { endParkedArchive, runWriteArchive } from './write-archive.ts'

export const writing = defineJob({
  ...writeSchoolArchive,
  transaction: 'own',
  run: runWriteArchive,
  parked: endParkedArchive,
})
export const erasing = defineJob({ ...eraseClosedSchool, transaction: 'own', run: eraseSchool })
export const tending = defineJob({ name: 'tendClosings', transaction: 'own', run: tendClosings })

export const jobs: Job[] = [writing, erasing, tending]
export const schedules = [defineSchedule({ job: tending, cron: '*/10 * * * *', each: 'platform' })]
