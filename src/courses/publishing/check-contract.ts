import { Type } from 'typebox'
import { Id, StringEnum } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { blockingCodes, warningCodes } from './publish-issues.ts'

/** A section or lesson that causes an issue. */
const Item = Type.Object({ kind: StringEnum('lesson', 'content'), id: Id, title: Type.String() })

export const checkPublishing = defineRoute({
  name: 'checkPublishing',
  method: 'GET',
  path: '/courses/v2/courses/:id/publish-check',
  access: 'staff',
  summary: 'List what prevents a course from being published, and what its students would miss',
  params: Type.Object({ id: Id }),
  reply: [
    200,
    Type.Object({
      course_isPublic: Type.Boolean(),
      /** Whether `updateCourse` accepts `course_isPublic: true`. */
      may_publish: Type.Boolean(),
      /** Lessons that were never published or have unpublished changes; counted up to 1,000. */
      unpublished_count: Type.Integer(),
      /** The course that contains the lessons: the course itself, or the origin of a mirror. */
      outline_course_id: Id,
      /** Blocking issues first. */
      issues: Type.Array(
        Type.Object({
          code: StringEnum(...blockingCodes, ...warningCodes),
          is_blocking: Type.Boolean(),
          /** Number of items; 1 for an issue of the course itself. */
          count: Type.Integer(),
          /** The first ten. */
          items: Type.Array(Item),
        }),
      ),
    }),
  ],
  refusals: ['not_your_course'],
})
