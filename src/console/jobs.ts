import type { Job } from '#platform/jobs.ts'
import { recordAct } from '#platform/platform-log.ts'

export const jobs: Job[] = [recordAct as Job]
