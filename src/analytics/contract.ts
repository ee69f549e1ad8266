import { Type } from 'typebox'
import {
  StringEnum,
  declareRefusals,
  OkReply,
  Id,
  Nullable,
  Optional,
  defineRoute,
  Text,
} from '#platform/contract/define-route.ts'
import { eventNames } from './events.ts'

export const refusals = declareRefusals({
  analytics_off: [403, 'This school does not collect usage data.'],
})

/** Events that one request may carry. */
export const maxEvents = 20

/** Milliseconds since 1970 by the clock of the browser, which may be wrong. */
const BrowserTime = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })

const UsageEvent = Type.Object({
  /** Made by the sender: the same event sent twice is stored once. */
  id: Id,
  name: StringEnum(...eventNames),
  at: BrowserTime,
  properties: Optional(
    Type.Object({
      /** The path of the screen. */
      page: Optional(Text(255)),
      locale: Optional(Text(10)),
    }),
  ),
})

export const recordUsage = defineRoute({
  name: 'recordUsage',
  method: 'POST',
  path: '/analytics/v1',
  can: 'public',
  scope: 'any',
  summary: 'Record a page visit or usage events',
  limits: [{ by: 'address', max: 600, seconds: 60 }],
  body: Type.Object({
    action: StringEnum('SCHOOL_VISIT', 'USAGE_EVENTS'),
    /** Of a visit, which needs it. */
    url: Optional(Text(2_000, { minLength: 1 })),
    school_id: Optional(Id),
    /** Accepted because clients send it; who it was comes from the session. */
    user_id: Optional(Nullable(Text(100))),
    user_type: Optional(Nullable(Text(40))),
    course_id: Optional(Nullable(Id)),
    /** Of usage events, which need both. */
    events: Optional(Type.Array(UsageEvent, { minItems: 1, maxItems: maxEvents })),
    sent_at: Optional(BrowserTime),
  }),
  reply: [202, OkReply],
  refusals: ['analytics_off'],
})
