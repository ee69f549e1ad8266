import { Type } from 'typebox'
import { OkReply, Id, SingleLineText } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'

const OneOf = Type.Object({ id: Id })
const outlineRefusals = ['not_your_course', 'mirrored_course'] as const
const ContentIds = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })

export const duplicateLesson = defineRoute({
  name: 'duplicateLesson',
  method: 'POST',
  path: '/courses/v2/lessons/:id/duplicate',
  access: 'staff',
  summary: 'Duplicate a lesson with its contents; the copies are drafts and follow the original',
  params: OneOf,
  body: Type.Object({ title: Type.Optional(SingleLineText(200)) }),
  reply: [201, Type.Object({ id: Id, content_ids: Type.Array(Id) })],
  refusals: [...outlineRefusals, 'outline_limit_reached'],
  idempotent: true,
})

export const duplicateContent = defineRoute({
  name: 'duplicateContent',
  method: 'POST',
  path: '/courses/v2/contents/:id/duplicate',
  access: 'staff',
  summary: 'Duplicate a content; the copy is a draft and follows the original',
  params: OneOf,
  body: Type.Object({ title: Type.Optional(SingleLineText(200)) }),
  reply: [201, Type.Object({ id: Id })],
  refusals: [...outlineRefusals, 'outline_limit_reached'],
  idempotent: true,
})

export const duplicateContents = defineRoute({
  name: 'duplicateContents',
  method: 'POST',
  path: '/courses/v2/contents/duplicate',
  access: 'staff',
  summary: 'Duplicate several contents; each copy is a draft and follows its original',
  body: Type.Object({ course_id: Id, content_ids: ContentIds }),
  /** In the order of `content_ids`. */
  reply: [201, Type.Object({ content_ids: Type.Array(Id) })],
  refusals: [...outlineRefusals, 'outline_limit_reached', 'outline_conflict'],
  idempotent: true,
})

export const deleteContents = defineRoute({
  name: 'deleteContents',
  method: 'POST',
  path: '/courses/v2/contents/delete',
  access: 'staff',
  summary: 'Delete several contents of a course; skips those already deleted',
  body: Type.Object({ course_id: Id, content_ids: ContentIds }),
  reply: [200, OkReply],
  refusals: outlineRefusals,
})
