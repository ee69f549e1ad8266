import { Type } from 'typebox'
import { OkReply, Id, Instant, PageOf, Nullable, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { basePath, Reason } from '../shapes.ts'

const ClosingSchool = Type.Object({
  school_id: Id,
  school_url: Type.String(),
  name: Type.String(),
  reason: Type.String(),
  started_at: Instant,
  erase_at: Instant,
  /** From this time on the closing cannot be cancelled. */
  erasing_at: Nullable(Instant),
})

export const listClosings = defineRoute({
  name: 'consoleListClosings',
  method: 'GET',
  path: `${basePath}/closings`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List schools that are closing, ordered by erasure date',
  query: Type.Object(PagingParams),
  csv: 'closing-schools',
  reply: [200, PageOf(ClosingSchool)],
})

export const cancelClosing = defineRoute({
  name: 'consoleCancelClosing',
  method: 'POST',
  path: `${basePath}/schools/:school_id/closing/undo`,
  scope: 'platform',
  access: 'privileged',
  support: 'never',
  summary: 'Cancel the closing of a school during its grace period; recorded in both audit logs',
  transaction: 'own',
  params: Type.Object({ school_id: Id }),
  body: Type.Object({ reason: Reason }),
  reply: [200, OkReply],
  refusals: ['school_not_closing'],
})
