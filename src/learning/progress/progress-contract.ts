import { Type } from 'typebox'
import { Id, InstantText } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { SavedProgress } from '../shapes.ts'

export const saveProgress = defineRoute({
  name: 'saveProgress',
  method: 'PUT',
  path: '/courses/v2/contents/:content_id/progress',
  access: 'student',
  runsWhileIdentifying: true,
  summary: 'Record a student’s progress in a content; requests can be repeated and arrive in any order',
  params: Type.Object({ content_id: Id }),
  body: Type.Object({
    /** The course through which the content is read, if it is a mirror. */
    course_id: Type.Optional(Id),
    /** Played seconds as ranges: from (included), to (excluded). */
    watched: Type.Optional(
      Type.Array(Type.Array(Type.Integer({ minimum: 0, maximum: 86_400 }), { minItems: 2, maxItems: 2 }), {
        maxItems: 200,
      }),
    ),
    position_seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })),
    /** When the player was at the position, by the device's clock. The newest of all devices counts. */
    position_at: Type.Optional(InstantText),
    opened: Type.Optional(Type.Boolean()),
    /** Marked by hand as completed or not. */
    completed: Type.Optional(Type.Boolean()),
  }),
  reply: [200, SavedProgress],
  refusals: [
    'not_enrolled',
    'not_approved',
    'approval_ended',
    'course_coming_soon',
    'course_not_started',
    'content_locked',
    'tier_too_low',
    'content_not_open_yet',
    'prerequisite_not_completed',
    'not_watched_enough',
  ],
})
