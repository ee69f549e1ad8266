import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { OkReply, Email, Id, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  course_is_open: [409, 'This course is already open.'],
  email_required: [422, 'Enter an e-mail address.'],
})

const OneCourse = Type.Object({ course_id: Id })

export const subscribeToOpening = defineRoute({
  name: 'subscribeToOpening',
  method: 'POST',
  path: '/courses/v2/courses/:course_id/opening-subscriptions',
  access: 'public',
  summary: 'Subscribe to the opening of a course, as a student or by e-mail',
  // Many people may share an address, but not hundreds.
  limits: [{ by: 'address', max: 20, seconds: 3600 }],
  params: OneCourse,
  body: Type.Object({ email: Type.Optional(Email) }),
  reply: [200, OkReply],
  refusals: ['course_is_open', 'email_required'],
})

export const getMyInterest = defineRoute({
  name: 'getMyInterest',
  method: 'GET',
  path: '/courses/v2/courses/:course_id/opening-subscriptions/mine',
  access: 'student',
  summary: 'Get whether the student is subscribed to the opening of a course',
  params: OneCourse,
  reply: [200, Type.Object({ is_subscribed: Type.Boolean() })],
})

export const unsubscribeFromOpening = defineRoute({
  name: 'unsubscribeFromOpening',
  method: 'POST',
  path: '/courses/v2/opening-subscriptions/unsubscribe',
  access: 'public',
  summary: 'Unsubscribe an e-mail address, with the token of a mailed link',
  limits: [{ by: 'address', max: 60, seconds: 3600 }],
  body: Type.Object({ interest_id: Id, signature: Text(100) }),
  reply: [200, OkReply],
  refusals: ['link_invalid'],
})

export const countInterest = defineRoute({
  name: 'countInterest',
  method: 'GET',
  path: '/courses/v2/courses/:course_id/opening-subscriptions/count',
  access: 'staff',
  summary: 'Count the opening subscriptions of a course, up to 10,000',
  params: OneCourse,
  reply: [200, Type.Object({ subscriber_count: Type.Integer() })],
  refusals: ['not_your_course'],
})
