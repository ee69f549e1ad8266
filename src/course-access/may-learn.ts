export type EnrolmentStatus = 'pending' | 'approved' | 'unapproved' | 'expired' | 'removed'

/** The settings of a course that open and close it for all its students. */
export interface CourseAccessFacts {
  is_coming_soon: boolean
  course_start_date: Date | null
  /** Students may start before `course_start_date`. */
  allow_early_access: boolean
  course_end_date: Date | null
  /** Only with this setting does `course_end_date` end the approvals. */
  unapprove_all_students_on_end_date: boolean
}

/** The columns of an enrolment that decide, and whether it has the entitlement that it needs. */
export interface EnrolmentFacts {
  /** The stored status. */
  status: EnrolmentStatus
  student_approval_end_date: Date | null
  /** True if the enrolment needs no entitlement or one is live (`isEntitled`); `isEntitledSql` selects it. */
  is_entitled: boolean
}

/** The dates of a right to use a course because of an order line. */
export interface EntitlementDates {
  starts_at: Date
  ends_at: Date | null
  revoked_at: Date | null
}

/** Whether an entitlement is live at `now`: it has started, has not ended and is not revoked. */
export const isEntitlementLive = ({ starts_at, ends_at, revoked_at }: EntitlementDates, now: Date): boolean =>
  revoked_at === null && starts_at <= now && (ends_at === null || ends_at > now)

/** Whether an enrolment has the entitlement that it needs: one that staff approved needs none. */
export const isEntitled = (
  requires_entitlement: boolean,
  entitlements: readonly EntitlementDates[],
  now: Date,
): boolean => !requires_entitlement || entitlements.some((one) => isEntitlementLive(one, now))

/**
 * Whether a student may learn, or why not. `not_approved`: the stored status is `pending` or `unapproved`, so an approval is
 * missing or was taken back. `approval_ended`: an approval ended by itself, with its date, its entitlement or the course; an end
 * with the course is `not_approved` once a job has stored it.
 */
export type LearningVerdict =
  | { allowed: true }
  | {
      allowed: false
      code: 'not_enrolled' | 'not_approved' | 'approval_ended' | 'course_coming_soon' | 'course_not_started'
    }

/** Whether a student with this enrolment (null: none) may learn in the course at `now`; if not, the reason. */
export function mayLearn(
  course: CourseAccessFacts,
  enrolment: EnrolmentFacts | null,
  now: Date,
): LearningVerdict {
  switch (enrolment?.status ?? 'removed') {
    case 'removed':
      return { allowed: false, code: 'not_enrolled' }
    case 'expired':
      return { allowed: false, code: 'approval_ended' }
    case 'approved':
      break
    default:
      return { allowed: false, code: 'not_approved' }
  }
  if (approvalStatusAt(course, enrolment!, now) !== 'approved')
    return { allowed: false, code: 'approval_ended' }
  if (course.is_coming_soon) return { allowed: false, code: 'course_coming_soon' }
  return mayStartCourse(course, now) ? { allowed: true } : { allowed: false, code: 'course_not_started' }
}

/** Status of the enrolment at `now`: an approval ends at its time or with its entitlement, before a job records it. */
export function approvalStatusAt(
  course: Pick<CourseAccessFacts, 'course_end_date' | 'unapprove_all_students_on_end_date'>,
  { status, student_approval_end_date: end, is_entitled }: EnrolmentFacts,
  now: Date,
): EnrolmentStatus {
  if (status !== 'approved') return status
  if (!is_entitled || (end && end <= now)) return 'expired'
  return areApprovalsOver(course, now) ? 'unapproved' : 'approved'
}

/** Whether the course's end date has ended every approval in it. False without `unapprove_all_students_on_end_date`. */
export const areApprovalsOver = (
  course: Pick<CourseAccessFacts, 'course_end_date' | 'unapprove_all_students_on_end_date'>,
  now: Date,
): boolean =>
  course.unapprove_all_students_on_end_date &&
  course.course_end_date !== null &&
  course.course_end_date <= now

/** Whether approved students may start at `now`: the start date has come, or the course allows early access. */
export const mayStartCourse = (
  {
    course_start_date: start,
    allow_early_access,
  }: Pick<CourseAccessFacts, 'course_start_date' | 'allow_early_access'>,
  now: Date,
): boolean => start === null || start <= now || allow_early_access
