import type { Job } from '#tenancy/jobs/define-job.ts'
import { recordPlatformAction } from '#tenancy/audit/platform-audit-log.ts'

export const jobs: Job[] = [recordPlatformAction as Job]
