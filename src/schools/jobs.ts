import { defineJob } from '#tenancy/jobs/define-job.ts'
import { runMailMySchools } from './directory/mail-my-schools.ts'

export const mailMySchoolsJobDefinition = defineJob<{ email: string; locale: string }>({
  name: 'mailMySchools',
  transaction: 'own',
  run: runMailMySchools,
})

export const jobs = [mailMySchoolsJobDefinition]
