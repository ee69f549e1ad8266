import { Type } from 'typebox'
import { Id, Instant, Nullable, StringEnum } from '#platform/contract/schemas.ts'

export const progressStates = ['not_started', 'started', 'completed'] as const
export type ProgressState = (typeof progressStates)[number]

/** A content with its lesson, in the order of the course. */
export const LessonContent = Type.Object({
  lesson_id: Id,
  lesson_title: Type.String(),
  content_id: Id,
  title: Type.String(),
  type: Type.String(),
  is_optional: Type.Boolean(),
})

export const ProgressStudent = Type.Object({
  student_id: Id,
  name: Type.String(),
  email: Type.String(),
  avatar_url: Nullable(Type.String()),
})

/** A student's way through one content. */
export const ContentProgress = Type.Object({
  state: StringEnum(...progressStates),
  /** When the student first opened it. */
  opened_at: Nullable(Instant),
  /** When the student was last there. */
  last_seen_at: Nullable(Instant),
  /** Seconds for which it was on the student's screen. */
  visible_seconds: Type.Integer(),
  /** How far the student is. Null for a content that has no length. */
  percentage: Nullable(Type.Integer({ minimum: 0, maximum: 100 })),
  completed_at: Nullable(Instant),
})
