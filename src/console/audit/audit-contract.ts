import { Type } from 'typebox'
import { Id, Instant, PageOf, Nullable, Optional, PagingParams, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { basePath } from '../shapes.ts'

export const listPlatformAuditLog = defineRoute({
  name: 'consoleListPlatformAuditLog',
  method: 'GET',
  path: `${basePath}/audit`,
  scope: 'platform',
  access: 'privileged',
  summary: 'List the platform’s audit log, newest first',
  query: Type.Object({
    school_id: Optional(Id),
    actor_id: Optional(Id),
    action: Optional(Text(80)),
    ...PagingParams,
  }),
  csv: 'platform-audit-log',
  reply: [
    200,
    PageOf(
      Type.Object({
        id: Id,
        action: Type.String(),
        /** Null for a job and for a visitor. */
        actor: Nullable(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
        actor_role: Type.String(),
        subject_type: Type.String(),
        subject_id: Type.String(),
        /** The school that the action concerned. */
        school: Nullable(Type.Object({ school_id: Id, name: Nullable(Type.String()) })),
        change: Type.Record(Type.String(), Type.Unknown()),
        request_id: Type.String(),
        created_at: Instant,
      }),
    ),
  ],
})
