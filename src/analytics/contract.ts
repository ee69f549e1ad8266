import { Type } from 'typebox'
import { Choice, Done, Id, Nullable, route, Text } from '#platform/route.ts'

export const logVisit = route({
  name: 'logVisit',
  method: 'POST',
  path: '/analytics/v1',
  can: 'public',
  summary: 'Notes that a page of the school was visited',
  limits: [{ by: 'address', max: 600, seconds: 60 }],
  body: Type.Object({
    action: Choice('SCHOOL_VISIT'),
    url: Text(2_000, { minLength: 1 }),
    school_id: Type.Optional(Id),
    /** Accepted because clients send it; who it was comes from the session. */
    user_id: Type.Optional(Nullable(Text(100))),
    user_type: Type.Optional(Nullable(Text(40))),
    course_id: Type.Optional(Nullable(Id)),
  }),
  reply: [202, Done],
})
