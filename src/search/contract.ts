import { Type } from 'typebox'
import { Id, Nullable, StringEnum, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

export const search = defineRoute({
  name: 'search',
  method: 'GET',
  path: '/schools/v2/search',
  access: 'user',
  summary:
    'Find courses, lessons, people and notes that the caller may open, best first; without a query, the courses opened last',
  limits: [{ by: 'user', max: 240, seconds: 60 }],
  query: Type.Object({ q: Type.Optional(Text(100)) }),
  reply: [
    200,
    Type.Object({
      courses: Type.Array(
        Type.Object({
          id: Id,
          course_name: Type.String(),
          /** Where the caller opens it: the builder, the player or the public page. */
          opens: StringEnum('editor', 'player', 'page'),
        }),
      ),
      lessons: Type.Array(
        Type.Object({
          course_id: Id,
          content_id: Id,
          course_name: Type.String(),
          title: Type.String(),
          /** The passage around the words; null if the title contains them. */
          text: Nullable(Type.String()),
          /** Second of a video or recording. */
          start_second: Nullable(Type.Integer()),
        }),
      ),
      /** All people for admins, their students for teachers. */
      people: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          email: Type.String(),
          role: StringEnum('student', 'teacher', 'admin', 'account_user'),
        }),
      ),
      /** The caller’s own notes. */
      notes: Type.Array(
        Type.Object({
          id: Id,
          course_id: Id,
          content_id: Id,
          course_name: Type.String(),
          content_title: Type.String(),
          text: Type.String(),
          content_status: StringEnum('open', 'closed', 'gone'),
        }),
      ),
    }),
  ],
})
