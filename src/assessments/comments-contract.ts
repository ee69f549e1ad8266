import { Type } from 'typebox'
import { Id, Instant, Nullable, OkReply, PageOf, PagingParams, Text } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import { base } from './shapes.ts'

const path = `${base}/saved-comments`

const SavedComment = Type.Object({
  id: Id,
  /** Null: for its author alone. */
  course_id: Nullable(Id),
  text: Type.String(),
  author_name: Type.String(),
  /** The caller saved it, and may delete it. */
  is_own: Type.Boolean(),
  created_at: Instant,
})

export const listSavedComments = defineRoute({
  name: 'listSavedComments',
  method: 'GET',
  path,
  access: 'staff',
  summary: 'List one’s own saved comments, and those of a course, newest first',
  query: Type.Object({
    ...PagingParams,
    /** Also the comments that its staff share. */
    course_id: Type.Optional(Id),
    /** Part of the text. */
    q: Type.Optional(Text(100)),
  }),
  reply: [200, PageOf(SavedComment)],
  refusals: ['not_your_course'],
})

export const createSavedComment = defineRoute({
  name: 'createSavedComment',
  method: 'POST',
  path,
  access: 'staff',
  summary: 'Save a comment for later marks, for oneself or for the staff of a course',
  body: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S' }),
    course_id: Type.Optional(Nullable(Id)),
  }),
  reply: [201, SavedComment],
  refusals: ['not_your_course', 'too_many_saved_comments'],
})

export const deleteSavedComment = defineRoute({
  name: 'deleteSavedComment',
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'staff',
  summary: 'Delete a comment that one saved',
  params: Type.Object({ id: Id }),
  reply: [200, OkReply],
})
