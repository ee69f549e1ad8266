import { Type } from 'typebox'
import { getMe } from '#accounts/contract.ts'
import { getCourseContents, listCaptions } from '#courses/contract.ts'
import { getCourseAccess } from '#learning/contract.ts'
import { listNotes } from '#notes/contract.ts'
import { countUnreadNotifications } from '#notifications/contract.ts'
import { Id, Nullable } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { getMyReview } from '#reviews/contract.ts'

export const openPlayer = defineRoute({
  name: 'openPlayer',
  method: 'GET',
  path: '/courses/v2/player/:id',
  access: 'user',
  summary: 'Get everything that the player of a course needs to open, in one call',
  params: Type.Object({ id: Id }),
  query: Type.Object({
    /** The content to open; default: the last opened one, else the first. */
    topic: Type.Optional(Id),
    /** Shows staff the view of an approved student. */
    creator_preview: Type.Optional(Type.Boolean()),
    /** Adds the data of the frame around every page: the user and the number of unread notifications. */
    page_frame: Type.Optional(Type.Boolean()),
  }),
  reply: [
    200,
    Type.Object({
      contents: getCourseContents.reply[1],
      /** Null for staff, and for a student who may not learn in the course now. */
      access: Nullable(getCourseAccess.reply[1]),
      /** Null without media, or if the open content is locked. */
      captions: Nullable(listCaptions.reply[1]),
      /** Null if no content is open. */
      notes: Nullable(listNotes.reply[1]),
      /** Null for staff, and for a student who may not learn in the course now. */
      review: Nullable(getMyReview.reply[1]),
      user: Nullable(getMe.reply[1]),
      notifications: Nullable(countUnreadNotifications.reply[1]),
    }),
  ],
  refusals: ['not_approved', 'not_your_course', 'course_coming_soon', 'course_not_started'],
})
