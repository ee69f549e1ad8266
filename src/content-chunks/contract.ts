import { Type } from 'typebox'
import { Id, Nullable, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const Chunk = Type.Object({
  content_id: Id,
  /** Position of the chunk in the content; 0 is the title. */
  position: Type.Integer(),
  title: Type.String(),
  type: Type.String(),
  lesson_title: Type.String(),
  text: Type.String(),
  /** Second of a video or recording. */
  start_second: Nullable(Type.Integer()),
})

export const searchInCourse = defineRoute({
  name: 'searchInCourse',
  method: 'GET',
  path: '/courses/v2/courses/:id/search',
  access: 'user',
  summary: 'Search the course contents that the caller can open; returns chunks with all words, best first',
  limits: [{ by: 'user', max: 120, seconds: 60 }],
  params: Type.Object({ id: Id }),
  query: Type.Object({
    q: Text(200),
    /** Searches as an approved student would; for staff. */
    creator_preview: Type.Optional(Type.Boolean()),
  }),
  reply: [200, Type.Object({ data: Type.Array(Chunk) })],
  refusals: ['not_approved', 'not_your_course', 'course_coming_soon', 'course_not_started'],
})
