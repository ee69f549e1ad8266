import { Type } from 'typebox'
import { StringEnum, Id, Instant, Nullable, Text } from '#platform/contract/schemas.ts'
import { enrolmentStatuses } from './enrolments/enrolment.ts'

export const SearchParam = Type.Optional(Text(100))

export const EnrolmentStatus = StringEnum(...enrolmentStatuses)

/** Why a student cannot open a course. */
export const NoAccessReason = StringEnum(
  'not_enrolled',
  'not_approved',
  'approval_ended',
  'course_coming_soon',
  'course_not_started',
  'not_your_course',
)

export const EnrolmentClosedReason = StringEnum(
  'course_not_open',
  'course_coming_soon',
  'course_ended',
  'direct_registration_disabled',
)

/** Number of published contents of a course, and of those that a student has completed. */
export const Progress = Type.Object({
  total: Type.Integer(),
  completed: Type.Integer(),
  percentage: Type.Integer({ minimum: 0, maximum: 100 }),
})

const enrolment = {
  status: EnrolmentStatus,
  tier: Nullable(Type.Integer()),
  student_approval_end_date: Nullable(Instant),
}

export const EnrolmentRecord = Type.Object({
  course_id: Id,
  student_id: Id,
  ...enrolment,
  created_at: Instant,
})

/** Result for one student, or one course, of a bulk change. `code` is the refusal. */
export const StudentResult = Type.Object({
  student_id: Id,
  ok: Type.Boolean(),
  status: Nullable(EnrolmentStatus),
  code: Nullable(
    StringEnum('not_found', 'not_enrolled', 'enrolment_removed', 'end_date_passed', 'not_pending'),
  ),
})
export const CourseResult = Type.Object({
  course_id: Id,
  ok: Type.Boolean(),
  status: Nullable(EnrolmentStatus),
  code: Nullable(StringEnum('not_found', 'not_your_course', 'not_enrolled', 'end_date_passed')),
})

export const Student = Type.Object({
  student_id: Id,
  name: Type.String(),
  email: Type.String(),
  user_code: Nullable(Type.String()),
  avatar_url: Nullable(Type.String()),
  created_at: Instant,
})

export const CourseStudent = Type.Object({
  ...Student.properties,
  ...enrolment,
  approved_at: Nullable(Instant),
  last_opened_at: Nullable(Instant),
  completed_at: Nullable(Instant),
  /** Only on request. */
  progress: Type.Optional(Progress),
})

/** A pending request to join. `created_at` is its time. */
export const EnrolmentRequest = Type.Object({
  ...Student.properties,
  course_id: Id,
  course_name: Type.String(),
})

/** A student who stopped learning in a course. */
export const StuckStudent = Type.Object({
  ...EnrolmentRequest.properties,
  /** Null if the student never opened the course. */
  last_opened_at: Nullable(Instant),
})

/** A course of a student, with the last position. */
export const StudentCourse = Type.Object({
  course_id: Id,
  course_name: Type.String(),
  short_description: Type.String(),
  image_url: Nullable(Type.String()),
  course_teacher_name: Nullable(Type.String()),
  is_coming_soon: Type.Boolean(),
  course_start_date: Nullable(Instant),
  course_end_date: Nullable(Instant),
  ...enrolment,
  /** Null if the course can be opened now. */
  no_access_reason: Nullable(NoAccessReason),
  created_at: Instant,
  approved_at: Nullable(Instant),
  last_opened_at: Nullable(Instant),
  completed_at: Nullable(Instant),
  progress: Progress,
  /** The content opened last, while published. */
  continue_at: Nullable(
    Type.Object({ topic_id: Id, title: Type.String(), type: Type.String(), position_seconds: Type.Number() }),
  ),
})

export const enrolmentCauses = [
  'asked',
  'approved_at_once',
  'paid',
  'refunded',
  'approved',
  'unapproved',
  'declined',
  'decision_undone',
  'added',
  'removed',
  'access_ended',
  'course_ended',
  'end_date_changed',
  'tier_changed',
] as const
export type EnrolmentCause = (typeof enrolmentCauses)[number]

/** An entry of a student's history in a course. */
export const EnrolmentEvent = Type.Object({
  id: Id,
  course_id: Id,
  course_name: Type.String(),
  cause: StringEnum(...enrolmentCauses),
  /** Why staff declined a request; null for other causes. */
  reason: Nullable(Type.String()),
  ...enrolment,
  /** Null for an automatic change. */
  changed_by: Nullable(Type.Object({ id: Id, name: Type.String() })),
  created_at: Instant,
})

export const SavedProgress = Type.Object({
  content_id: Id,
  /** Distinct seconds played on all devices. */
  watched_seconds: Type.Integer(),
  /** Distinct seconds in which the content was on the student's screen. */
  visible_seconds: Type.Integer(),
  /** Null until the player has reported how far the student scrolled. */
  read_percentage: Nullable(Type.Integer()),
  position_seconds: Type.Number(),
  completed_at: Nullable(Instant),
  course_completed_at: Nullable(Instant),
})
