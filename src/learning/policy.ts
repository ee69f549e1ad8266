import {
  completionRuleOf,
  findLock,
  mayEditCourse,
  readingSecondsNeeded,
  secondsNeeded,
  type LockSettings,
  type LockReader,
  type TaughtCourse,
} from '#courses/index.ts'
import { isStaff, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'
import type { ApprovalEnd } from './enrolments/enrolment.ts'

/** End of an approval given at `now`: the date that staff chose, else the course's limit in days. */
export function approvalEnd(
  chosen: Date | null | undefined,
  limitDays: number | null,
  now: Date,
): ApprovalEnd {
  if (chosen !== undefined) return { endsAt: chosen, isChosenByStaff: true }
  const endsAt = limitDays === null ? null : new Date(now.getTime() + limitDays * 86_400_000)
  return { endsAt, isChosenByStaff: false }
}

export interface CourseRegistrationRules {
  is_public: boolean
  is_coming_soon: boolean
  disable_direct_registration: boolean
  course_end_date: Date | null
}

/** A private course is not found by id; a course code was given out by the school. */
export function mayRequestEnrolment(course: CourseRegistrationRules, by: 'id' | 'code', now: Date): Verdict {
  if (!course.is_public) return refuse(by === 'id' ? 'not_found' : 'course_not_open')
  if (course.disable_direct_registration) return refuse('direct_registration_disabled')
  if (course.is_coming_soon) return refuse('course_coming_soon')
  if (course.course_end_date && course.course_end_date <= now) return refuse('course_ended')
  return allow
}

/** Editors of a course manage its students: admins in every course, teachers in their own. */
export const mayManageStudents: (actor: Actor, course: TaughtCourse) => Verdict = mayEditCourse

/** A student's activity is visible to staff and the student; for others the student does not exist. */
export function mayReadStudent(actor: Actor, student_id: string): Verdict {
  return isStaff(actor) || actor.id === student_id ? allow : refuse('not_found')
}

export interface ContentForLearning extends LockSettings {
  is_published: boolean
}

const refusalFor = {
  locked: 'content_locked',
  tier: 'tier_too_low',
  date: 'content_not_open_yet',
  after: 'prerequisite_not_completed',
} as const

/** Students do not see drafts; locked content shows its title. */
export function mayOpenContent(content: ContentForLearning, reader: LockReader): Verdict {
  if (!content.is_published) return refuse('not_found')
  const lock = findLock(content, reader)
  return lock ? refuse(refusalFor[lock.reason]) : allow
}

type Completable = Parameters<typeof secondsNeeded>[0] &
  Parameters<typeof readingSecondsNeeded>[0] & {
    counted_seconds: number
    visible_seconds: number
    read_percentage: number | null
    is_submitted: boolean
    is_passed: boolean
    /** When the student first opened it, by the server's clock. */
    opened_at: Date
  }

/**
 * Assessments are completed by their result and media by playing; a manual mark only reverts the student's own undo. A text can be marked once it
 * was read or scrolled to its end; clients that do not report scrolling have to leave the time to read it.
 */
export function mayMarkCompleted(content: Completable, now: Date): Verdict {
  const { rule } = completionRuleOf(content)
  if (rule === 'submitted') return content.is_submitted ? allow : refuse('not_submitted')
  if (rule === 'passed') return content.is_passed ? allow : refuse('not_passed')
  const toPlay = secondsNeeded(content)
  if (toPlay !== null) return content.counted_seconds >= toPlay ? allow : refuse('not_watched_enough')
  const toRead = readingSecondsNeeded(content)
  if (toRead === null || content.visible_seconds >= toRead || content.read_percentage === 100) return allow
  const wasOpenLongEnough = now.getTime() - content.opened_at.getTime() >= toRead * 1_000
  return content.read_percentage === null && wasOpenLongEnough ? allow : refuse('not_read_enough')
}
