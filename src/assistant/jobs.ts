import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { sweepQuestions } from './questions/erase-questions.ts'

export const sweepAsked = defineJob({ name: 'sweepAskedQuestions', run: sweepQuestions })

export const jobs = [sweepAsked]
export const schedules = [defineSchedule({ job: sweepAsked, cron: '40 3 * * *', each: 'school' })]
