import { Type } from 'typebox'
import { declareRefusals, OkReply, Email, Id, defineRoute, Text } from '#platform/contract/define-route.ts'

export const refusals = declareRefusals({
  course_is_open: [409, 'This course is open already.'],
  email_required: [422, 'Give the e-mail address to write to.'],
})

const OneCourse = Type.Object({ course_id: Id })

export const subscribeToOpening = defineRoute({
  name: 'subscribeToOpening',
  method: 'POST',
  path: '/courses/v2/courses/:course_id/opening-subscriptions',
  can: 'public',
  summary: 'Be told when a course opens; a student by name, anybody else by e-mail',
  // Many may sit behind one address, but nobody leaves hundreds of them.
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
  can: 'student',
  summary: 'Whether the student will be told when a course opens',
  params: OneCourse,
  reply: [200, Type.Object({ is_subscribed: Type.Boolean() })],
})

export const unsubscribeFromOpening = defineRoute({
  name: 'unsubscribeFromOpening',
  method: 'POST',
  path: '/courses/v2/opening-subscriptions/unsubscribe',
  can: 'public',
  summary: 'Take an address off the list, by the link in a mail',
  limits: [{ by: 'address', max: 60, seconds: 3600 }],
  body: Type.Object({ interest_id: Id, signature: Text(100) }),
  reply: [200, OkReply],
  refusals: ['link_invalid'],
})

export const countInterest = defineRoute({
  name: 'countInterest',
  method: 'GET',
  path: '/courses/v2/courses/:course_id/opening-subscriptions/count',
  can: 'staff',
  summary: 'How many wait for a course to open; counted up to 10,000',
  params: OneCourse,
  reply: [200, Type.Object({ subscriber_count: Type.Integer() })],
  refusals: ['not_your_course'],
})
