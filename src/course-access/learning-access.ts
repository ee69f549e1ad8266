export type EnrolmentStatus = 'pending' | 'approved' | 'unapproved' | 'expired' | 'removed'

/** Dates that open and close a course for all its students. */
export interface CourseDates {
  is_coming_soon: boolean
  course_start_date: Date | null
  /** Students may start before `course_start_date`. */
  allow_early_access: boolean
  course_end_date: Date | null
  unapprove_all_students_on_end_date: boolean
}

export interface EnrolmentDates {
  status: string
  student_approval_end_date: Date | null
  /** False if a payment opened the enrolment and no entitlement is live; `isEntitledSql` selects it. */
  is_entitled: boolean
}

/** A right to use the course because of a payment. */
export interface EntitlementDates {
  starts_at: Date
  ends_at: Date | null
  revoked_at: Date | null
}

/** Whether an entitlement counts at `now`. */
export const isEntitlementLive = ({ starts_at, ends_at, revoked_at }: EntitlementDates, now: Date): boolean =>
  revoked_at === null && starts_at <= now && (ends_at === null || ends_at > now)

/** Whether an enrolment has the entitlement that it needs: one that staff approved needs none. */
export const isEntitled = (
  requires_entitlement: boolean,
  entitlements: readonly EntitlementDates[],
  now: Date,
): boolean => !requires_entitlement || entitlements.some((one) => isEntitlementLive(one, now))

export type LearningAccess =
  | { allowed: true }
  | {
      allowed: false
      code: 'not_enrolled' | 'not_approved' | 'approval_ended' | 'course_coming_soon' | 'course_not_started'
    }

/** Whether a student with this enrolment (null: none) may learn in the course at `now`; if not, the reason. */
export function learningAccess(
  course: CourseDates,
  enrolment: EnrolmentDates | null,
  now: Date,
): LearningAccess {
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
  return hasStarted(course, now) ? { allowed: true } : { allowed: false, code: 'course_not_started' }
}

/** Status of the enrolment at `now`: an approval ends at its time or with its entitlement, before a job records it. */
export function approvalStatusAt(
  course: Pick<CourseDates, 'course_end_date' | 'unapprove_all_students_on_end_date'>,
  { status, student_approval_end_date: end, is_entitled }: EnrolmentDates,
  now: Date,
): EnrolmentStatus {
  if (status !== 'approved') return status as EnrolmentStatus
  if (!is_entitled || (end && end <= now)) return 'expired'
  return hasEnded(course, now) ? 'unapproved' : 'approved'
}

/** Whether the course has ended, which ends every approval in it. */
export const hasEnded = (
  course: Pick<CourseDates, 'course_end_date' | 'unapprove_all_students_on_end_date'>,
  now: Date,
): boolean =>
  course.unapprove_all_students_on_end_date &&
  course.course_end_date !== null &&
  course.course_end_date <= now

/** Whether students may start the course at `now`. */
export const hasStarted = (
  {
    course_start_date: start,
    allow_early_access,
  }: Pick<CourseDates, 'course_start_date' | 'allow_early_access'>,
  now: Date,
): boolean => start === null || start <= now || allow_early_access
