import { Type } from 'typebox'
import { OkReply, Id } from '#platform/contract/schemas.ts'
import { defineRoute } from '#tenancy/contract/define-route.ts'
import {
  Content,
  ContentCreate,
  ContentsLocked,
  ContentsMove,
  ContentsOfLesson,
  ContentUpdate,
  Lesson,
  LessonCreate,
  LessonUpdate,
} from './outline-shapes.ts'

const OneOf = Type.Object({ id: Id })

// ---- Lessons ----

const outlineRefusals = ['not_your_course', 'mirrored_course'] as const

export const createLesson = defineRoute({
  name: 'createLesson',
  method: 'POST',
  path: '/courses/v2/lessons',
  access: 'staff',
  summary: 'Add a lesson at the end of a course, or at `position`',
  body: LessonCreate,
  reply: [201, Lesson],
  refusals: [...outlineRefusals, 'outline_limit_reached'],
  idempotent: true,
})

export const updateLesson = defineRoute({
  name: 'updateLesson',
  method: 'PUT',
  path: '/courses/v2/lessons/:id',
  access: 'staff',
  summary: 'Update the name or minimum tier of a lesson',
  params: OneOf,
  body: LessonUpdate,
  reply: [200, Lesson],
  refusals: [...outlineRefusals, 'edit_conflict'],
})

export const deleteLesson = defineRoute({
  name: 'deleteLesson',
  method: 'DELETE',
  path: '/courses/v2/lessons/:id',
  access: 'staff',
  summary: 'Delete a lesson with its contents',
  params: OneOf,
  reply: [200, OkReply],
  refusals: outlineRefusals,
})

export const reorderLessons = defineRoute({
  name: 'reorderLessons',
  method: 'PUT',
  path: '/courses/v2/lessons/reorder',
  access: 'staff',
  summary: 'Reorder all lessons of a course',
  body: Type.Object({ course_id: Id, lesson_ids: Type.Array(Id, { maxItems: 500, uniqueItems: true }) }),
  reply: [200, OkReply],
  refusals: [...outlineRefusals, 'outline_conflict'],
})

// ---- Contents ----

export const createContent = defineRoute({
  name: 'createContent',
  method: 'POST',
  path: '/courses/v2/contents',
  access: 'staff',
  summary: 'Add a content at the end of a lesson, or at `position`',
  body: ContentCreate,
  bodyLimitBytes: 640 * 1024,
  reply: [201, Content],
  refusals: [...outlineRefusals, 'outline_limit_reached', 'content_incomplete'],
  idempotent: true,
})

export const updateContent = defineRoute({
  name: 'updateContent',
  method: 'PUT',
  path: '/courses/v2/contents/:id',
  access: 'staff',
  summary: 'Update a content; omitted fields do not change',
  params: OneOf,
  body: ContentUpdate,
  bodyLimitBytes: 640 * 1024,
  reply: [200, Content],
  refusals: [...outlineRefusals, 'edit_conflict', 'content_incomplete'],
})

export const deleteContent = defineRoute({
  name: 'deleteContent',
  method: 'DELETE',
  path: '/courses/v2/contents/:id',
  access: 'staff',
  summary: 'Delete a content with the progress of its students',
  params: OneOf,
  reply: [200, OkReply],
  refusals: outlineRefusals,
})

export const reorderContents = defineRoute({
  name: 'reorderContents',
  method: 'PUT',
  path: '/courses/v2/contents/reorder',
  access: 'staff',
  summary: 'Reorder all contents of a lesson',
  body: Type.Object({ lesson_id: Id, content_ids: Type.Array(Id, { maxItems: 2_000, uniqueItems: true }) }),
  bodyLimitBytes: 96 * 1024,
  reply: [200, OkReply],
  refusals: [...outlineRefusals, 'outline_conflict'],
})

export const moveContents = defineRoute({
  name: 'moveContents',
  method: 'PUT',
  path: '/courses/v2/contents/move',
  access: 'staff',
  summary: 'Move contents to a lesson of the same course, in the given order',
  body: ContentsMove,
  bodyLimitBytes: 96 * 1024,
  reply: [200, OkReply],
  refusals: [...outlineRefusals, 'outline_conflict'],
})

export const lockContents = defineRoute({
  name: 'lockContents',
  method: 'PUT',
  path: '/courses/v2/lock-course-content-in-lesson',
  access: 'staff',
  summary: 'Lock contents of a lesson',
  body: ContentsOfLesson,
  bodyLimitBytes: 96 * 1024,
  reply: [200, ContentsLocked],
  refusals: outlineRefusals,
})

export const unlockContents = defineRoute({
  name: 'unlockContents',
  method: 'PUT',
  path: '/courses/v2/unlock-course-content-in-lesson',
  access: 'staff',
  summary: 'Unlock contents of a lesson',
  body: ContentsOfLesson,
  bodyLimitBytes: 96 * 1024,
  reply: [200, ContentsLocked],
  refusals: outlineRefusals,
})
