import { defineJob, defineSchedule } from '#platform/jobs.ts'
import { sweepQuestions } from './erase-questions.ts'

export const sweepAsked = defineJob({ name: 'sweepAskedQuestions', run: sweepQuestions })

export const jobs = [sweepAsked]
export const schedules = [defineSchedule({ job: sweepAsked, cron: '40 3 * * *', each: 'school' })]
