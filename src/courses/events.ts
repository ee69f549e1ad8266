import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { courseEditorView } from './management/course-editor-view.ts'

type SavedCourse = Awaited<ReturnType<typeof courseEditorView>>

/** Visibility and start of the course. */
interface Visibility {
  course_is_public: boolean
  is_coming_soon: boolean
}

/** A course was created, with its outline. */
export const courseCreated = defineEvent<{ course: SavedCourse }>('course_created')

/** Fields of a course were saved; `before` contains their previous values. */
export const courseUpdated = defineEvent<{ before: Visibility; course: SavedCourse }>('course_updated')

/** Contents were deleted from an outline. */
export const contentsDeleted = defineEvent<{ content_ids: readonly string[] }>('contents_deleted')

export interface CopiedContent {
  from_content_id: string
  to_content_id: string
  /** Course of the copy. */
  course_id: string
}

/** Contents were copied within their course, or with it. */
export const contentsCopied = defineEvent<{ copies: readonly CopiedContent[] }>('contents_copied')

/** Published contents of a course, or their captions, changed. */
export const courseContentsChanged = defineEvent<{ course_id: string }>('course_contents_changed')
