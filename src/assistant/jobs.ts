import { defineJob, defineSchedule } from '#tenancy/jobs/define-job.ts'
import { deleteOldQuestions } from './asked-questions/erase-questions.ts'

export const deleteOldQuestionsJobDefinition = defineJob({
  name: 'deleteOldQuestions',
  run: deleteOldQuestions,
})

export const jobs = [deleteOldQuestionsJobDefinition]
export const schedules = [
  defineSchedule({ job: deleteOldQuestionsJobDefinition, cron: '40 3 * * *', runsFor: 'school' }),
]
