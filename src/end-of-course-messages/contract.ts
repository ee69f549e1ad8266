import { Type } from 'typebox'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { Id, Instant, PageOf, Nullable, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const refusals = declareRefusals({
  course_not_completed: [403, 'This is only for students who have completed the course.'],
})

const Words = Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' })

export const EndOfCourseMessage = Type.Object({
  id: Id,
  message: Type.String(),
  author: Type.Object({ id: Id, name: Type.String() }),
  /** Whether the student of the thread wrote it. */
  by_student: Type.Boolean(),
  created_at: Instant,
})

const Thread = Type.Object({
  student_id: Id,
  name: Type.String(),
  avatar_url: Nullable(Type.String()),
  messages_count: Type.Integer(),
  awaits_reply: Type.Boolean(),
  last_message_at: Instant,
  last_message: Type.String(),
})

export const sendEndOfCourseMessage = defineRoute({
  name: 'sendEndOfCourseMessage',
  method: 'POST',
  path: '/courses/v2/students-end-of-course-message',
  access: 'student',
  summary: 'Send an end-of-course message as a student who completed the course',
  limits: [{ by: 'user', max: 30, seconds: 3600 }],
  body: Type.Object({ course_id: Id, message: Words }),
  reply: [201, EndOfCourseMessage],
  refusals: ['not_enrolled', 'course_not_completed'],
  idempotent: true,
})

export const replyToEndOfCourseMessage = defineRoute({
  name: 'replyToEndOfCourseMessage',
  method: 'POST',
  path: '/courses/v2/admin-end-of-course-message',
  access: 'staff',
  summary: 'Reply to an end-of-course message',
  body: Type.Object({ course_id: Id, student_id: Id, message: Words }),
  reply: [201, EndOfCourseMessage],
  refusals: ['not_your_course', 'not_enrolled', 'course_not_completed'],
  idempotent: true,
})

export const listEndOfCourseThreads = defineRoute({
  name: 'listEndOfCourseThreads',
  method: 'GET',
  path: '/courses/v2/end-of-course-messages/:course_id',
  access: 'staff',
  summary: 'List the end-of-course threads of a course, newest first',
  params: Type.Object({ course_id: Id }),
  query: Type.Object({
    ...PagingParams,
    /** Only threads whose last message is the student’s. */
    awaits_reply: Type.Optional(Type.Boolean()),
  }),
  csv: 'messages',
  reply: [200, PageOf(Thread)],
  refusals: ['not_your_course'],
})

export const listEndOfCourseMessages = defineRoute({
  name: 'listEndOfCourseMessages',
  method: 'GET',
  path: '/courses/v2/end-of-course-messages/:course_id/students/:student_id',
  access: 'user',
  summary:
    'List the messages of an end-of-course thread, newest first; for its student and the course’s staff',
  params: Type.Object({ course_id: Id, student_id: Id }),
  query: Type.Object(PagingParams),
  reply: [200, PageOf(EndOfCourseMessage)],
  refusals: ['not_your_course'],
})
