import { approvalStatusAt, hasStarted, type CourseDates, type EnrolmentDates } from '#course-access/index.ts'
import { isAdmin, isStaff, type Actor } from '#tenancy/context/request-context.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

type Who = Pick<Actor, 'id' | 'role'>

export interface TaughtCourse {
  course_teacher_id: string | null
  created_by: string
}

export interface CourseState extends TaughtCourse, CourseDates {
  course_is_public: boolean
  show_content_title_to_unapproved: boolean
}

export type EnrolmentState = EnrolmentDates

/** `edit`: staff at work. `learn`: contents open. `titles`: only the outline shows. */
export type Access = 'edit' | 'learn' | 'titles'

/** A teacher teaches the courses that name him or her, and those that he or she made. */
export const teachesCourse = (actor: Who, course: TaughtCourse) =>
  actor.role === 'teacher' && (course.course_teacher_id === actor.id || course.created_by === actor.id)

/** Admins edit every course of their school, teachers only the ones that they teach. */
export function mayEditCourse(actor: Who, course: TaughtCourse): Verdict {
  return isAdmin(actor) || teachesCourse(actor, course) ? allow : refuse('not_your_course')
}

/** Whoever asked to join belongs to the course until somebody removes them. */
export const isEnrolled = (enrolment: EnrolmentState | null) =>
  enrolment !== null && enrolment.status !== 'removed'

export function isApprovedNow(course: CourseState, enrolment: EnrolmentState | null, now: Date) {
  return enrolment !== null && approvalStatus(course, enrolment, now) === 'approved'
}

/** A status as it is at this moment: an approval that is over is over before any job says so. */
export const approvalStatus = (course: CourseState, enrolment: EnrolmentState, now: Date) =>
  approvalStatusAt(course, enrolment, now)

/** A public course shows itself to everybody, hidden or not; any other only to staff and to who belongs to it. */
export function maySeeCourse(actor: Who, course: CourseState, enrolment: EnrolmentState | null): Verdict {
  return course.course_is_public || isStaff(actor) || isEnrolled(enrolment) ? allow : refuse('not_found')
}

interface Reading {
  course: CourseState
  enrolment: EnrolmentState | null
  now: Date
  /** Staff who want to see what an approved student sees. */
  creator_preview: boolean
}

/** How far a reader gets into a course's contents, or why not at all. */
export function contentAccess(
  actor: Who,
  reading: Reading,
): (Verdict & { allowed: false }) | { allowed: true; access: Access } {
  const { course, enrolment, now, creator_preview } = reading
  if (isStaff(actor)) {
    if (!mayEditCourse(actor, course).allowed) return { allowed: false, code: 'not_your_course' }
    return { allowed: true, access: creator_preview ? 'learn' : 'edit' }
  }
  if (!maySeeCourse(actor, course, enrolment).allowed) return { allowed: false, code: 'not_found' }
  // Even who was approved early waits until the course opens.
  if (course.is_coming_soon) return { allowed: false, code: 'course_coming_soon' }
  if (isApprovedNow(course, enrolment, now))
    return hasStarted(course, now)
      ? { allowed: true, access: 'learn' }
      : { allowed: false, code: 'course_not_started' }
  if (course.show_content_title_to_unapproved) return { allowed: true, access: 'titles' }
  return { allowed: false, code: 'not_approved' }
}

interface Substance {
  type: string
  upload_id: string | null
  embed_url: string
}

/** What is published has something to show: a text may still be empty, a recording without its file may not. */
export function mayPublish({ type, upload_id, embed_url }: Substance): Verdict {
  if (type === 'embed') return embed_url ? allow : refuse('content_incomplete')
  if (type === 'text' || upload_id) return allow
  return refuse('content_incomplete')
}

/** Whether it holds for everybody or for new students only is a question about what somebody reads already. */
export function mayPublishFor(
  audience: 'everybody' | 'new_students',
  content: { is_published: boolean },
): Verdict {
  return audience === 'everybody' || content.is_published ? allow : refuse('content_not_published')
}

/** A course that shows another's lessons has none of its own to edit. */
export function mayEditOutline(
  actor: Who,
  course: TaughtCourse & { mirror_course_id: string | null },
): Verdict {
  const verdict = mayEditCourse(actor, course)
  if (!verdict.allowed) return verdict
  return course.mirror_course_id === null ? allow : refuse('mirrored_course')
}

/** What an editor last read is still what is there. */
export function isUnchanged(row: { updated_at: Date }, expectedUpdatedAt: string | undefined) {
  return expectedUpdatedAt === undefined || new Date(expectedUpdatedAt).getTime() === row.updated_at.getTime()
}
