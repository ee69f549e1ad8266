import { defineEvent } from '#tenancy/context/domain-events.ts'
import type { courseEditorView } from './management/course-editor-view.ts'

type SavedCourse = Awaited<ReturnType<typeof courseEditorView>>

/** Whether visitors see the course, and whether students may join it yet. */
interface Visibility {
  course_is_public: boolean
  is_coming_soon: boolean
}

/** A course was created with its whole outline. */
export const courseCreated = defineEvent<{ course: SavedCourse }>('course_created')

/** Fields of a course were saved; `before` has their previous values. */
export const courseUpdated = defineEvent<{ before: Visibility; course: SavedCourse }>('course_updated')

/** Published contents of a course, or their captions, changed. */
export const courseContentsChanged = defineEvent<{ course_id: string }>('course_contents_changed')
