import { Type } from 'typebox'
import { Id, Instant, PageOf, Nullable, Optional, PagingParams, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { basePath, Reason } from '../shapes.ts'

const JobId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const JobIds = Type.Array(JobId, { minItems: 1, maxItems: 100, uniqueItems: true })

export const listParkedJobs = defineRoute({
  name: 'consoleListParkedJobs',
  method: 'GET',
  path: `${basePath}/parked-jobs`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List parked jobs, newest first',
  query: Type.Object({ school_id: Optional(Id), task: Optional(Text(120)), ...PagingParams }),
  csv: 'parked-jobs',
  reply: [
    200,
    PageOf(
      Type.Object({
        id: JobId,
        task: Type.String(),
        /** Null for jobs of the platform. */
        school: Nullable(Type.Object({ school_id: Id, name: Nullable(Type.String()) })),
        last_error: Nullable(Type.String()),
        attempts: Type.Integer(),
        created_at: Instant,
        parked_at: Instant,
      }),
    ),
  ],
})

const Counted = Type.Object({ count: Type.Integer() })

export const retryParkedJobs = defineRoute({
  name: 'consoleRetryParkedJobs',
  method: 'POST',
  path: `${basePath}/parked-jobs/retry`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Retry parked jobs with a fresh attempt count; returns how many were still parked',
  body: Type.Object({ ids: JobIds }),
  reply: [200, Counted],
})

export const deleteParkedJobs = defineRoute({
  name: 'consoleDeleteParkedJobs',
  method: 'POST',
  path: `${basePath}/parked-jobs/delete`,
  scope: 'platform',
  access: 'privileged',
  summary: 'Delete parked jobs permanently; returns how many were still parked',
  body: Type.Object({ ids: JobIds, reason: Reason }),
  reply: [200, Counted],
})
