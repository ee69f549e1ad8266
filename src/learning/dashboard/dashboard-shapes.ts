import { Type } from 'typebox'
import { StringEnum, Id, Instant, Nullable } from '#platform/contract/schemas.ts'

const CourseReference = { course_id: Id, course_name: Type.String() }

/** An event within two weeks. */
export const DueItem = Type.Object({
  kind: StringEnum('access_ends', 'course_ends', 'course_starts', 'content_opens'),
  ...CourseReference,
  at: Instant,
  /** The content that opens. */
  topic: Nullable(Type.Object({ id: Id, title: Type.String(), type: Type.String() })),
})

/** A content published since the student's last visit to the course and not opened yet. */
export const NewContentItem = Type.Object({
  ...CourseReference,
  topic: Type.Object({ id: Id, title: Type.String(), type: Type.String() }),
  published_at: Instant,
})

/** What a student completed in the current week of the school's time zone. */
export const LearningWeek = Type.Object({
  /** Contents completed on each day, Monday first. */
  days: Type.Array(Type.Integer()),
  /** Index of today in `days`. */
  today: Type.Integer(),
  /** Weeks in a row with a completed content. Null if the school shows no streaks. */
  streak: Nullable(Type.Integer()),
})
