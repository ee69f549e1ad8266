import { defineJob } from '#platform/jobs.ts'
import { runMailMySchools } from './mail-my-schools.ts'

export const mailMySchools = defineJob<{ email: string; locale: string }>({
  name: 'mailMySchools',
  transaction: 'own',
  run: runMailMySchools,
})

export const jobs = [mailMySchools]
