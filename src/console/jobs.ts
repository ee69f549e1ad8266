import type { Job } from '#tenancy/jobs/define-job.ts'
import { recordAct } from '#tenancy/audit/platform-audit-log.ts'

export const jobs: Job[] = [recordAct as Job]
