import { Type } from 'typebox'
import {
  StringEnum,
  OkReply,
  Id,
  Instant,
  PageOf,
  Nullable,
  PagingParams,
  Text,
} from '#platform/contract/schemas.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { writeAccessMinutes, reasonLengthLimits, visitMinutes } from './visit-limits.ts'

export const refusals = declareRefusals({
  school_not_found: [404, 'No school found at this address. Check the address.'],
})

const Reason = Text(reasonLengthLimits.max, { minLength: reasonLengthLimits.min })
/** Six digits of the authenticator app; recovery codes are not accepted for visits. */
const Code = Text(12, { minLength: 1 })
const Minutes = (choices: readonly number[]) => Type.Unsafe<number>(Type.Integer({ enum: [...choices] }))

export const startVisit = defineRoute({
  name: 'startVisit',
  method: 'POST',
  path: '/support/v1/visits',
  scope: 'platform',
  access: 'platform',
  summary: 'Start a support visit to a school: returns a one-time code and the address to use it at',
  transaction: 'own',
  limits: [{ by: 'user', max: 30, seconds: 900 }],
  body: Type.Object({
    school_address: Text(300, { minLength: 1, pattern: '\\S' }),
    reason: Reason,
    minutes: Minutes(visitMinutes),
    code: Code,
  }),
  reply: [
    201,
    Type.Object({ code: Type.String(), expires_at: Instant, ends_at: Instant, url: Type.String() }),
  ],
  refusals: ['school_not_found', 'code_invalid'],
})

const Visit = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  reason: Type.String(),
  created_at: Instant,
  ends_at: Instant,
  /** Until then the visit has write access. */
  write_access_until: Nullable(Instant),
  write_access_reason: Nullable(Type.String()),
})

export const getMyVisit = defineRoute({
  name: 'getMyVisit',
  method: 'GET',
  path: '/support/v1/visits/current',
  access: 'admin',
  summary: 'Get the current support visit; only for support',
  reply: [200, Visit],
})

export const requestWriteAccess = defineRoute({
  name: 'requestWriteAccess',
  method: 'POST',
  path: '/support/v1/visits/current/write-access',
  access: 'admin',
  summary: 'Turn on write access for the support visit for a few minutes, with a reason and a new code',
  transaction: 'own',
  support: 'always',
  limits: [{ by: 'user', max: 30, seconds: 900 }],
  body: Type.Object({ reason: Reason, minutes: Minutes(writeAccessMinutes), code: Code }),
  reply: [200, Visit],
  refusals: ['code_invalid'],
})

export const listVisits = defineRoute({
  name: 'listVisits',
  method: 'GET',
  path: '/support/v1/visits',
  access: 'admin',
  summary: 'List support visits to the school with their reasons, newest first',
  query: Type.Object(PagingParams),
  csv: 'support-visits',
  reply: [
    200,
    PageOf(
      Type.Object({
        ...Visit.properties,
        ended_at: Nullable(Instant),
        end_cause: Nullable(StringEnum('ended_by_support', 'ended_by_owner', 'expired', 'access_lost')),
        /** Whether the visit is active. */
        is_open: Type.Boolean(),
      }),
    ),
  ],
})

export const endVisit = defineRoute({
  name: 'endVisit',
  method: 'POST',
  path: '/support/v1/visits/:visit_id/end',
  access: 'owner',
  summary: 'End a support visit immediately',
  params: Type.Object({ visit_id: Id }),
  reply: [200, OkReply],
})
