import {
  approvalStatusAt,
  mayLearn,
  type CourseAccessFacts,
  type EnrolmentFacts,
} from '#course-access/index.ts'
import { needsManualApproval } from '#plans/index.ts'
import { isAdmin, isStaff, type Actor } from '#tenancy/access/actor.ts'
import { allow, refuse, type Verdict } from '#platform/contract/refusal.ts'

type Who = Pick<Actor, 'id' | 'role'>

export interface TaughtCourse {
  course_teacher_id: string | null
  created_by: string
}

export interface CourseState extends TaughtCourse, CourseAccessFacts {
  course_is_public: boolean
  show_content_title_to_unapproved: boolean
}

export type EnrolmentState = EnrolmentFacts

/** `edit`: staff. `learn`: contents open. `titles`: only the outline is visible. */
export type Access = 'edit' | 'learn' | 'titles'

/** A teacher teaches courses that name him or her, and those that he or she created. */
export const teachesCourse = (actor: Who, course: TaughtCourse) =>
  actor.role === 'teacher' && (course.course_teacher_id === actor.id || course.created_by === actor.id)

/** Admins edit every course of their school, teachers those that they teach. */
export function mayEditCourse(actor: Who, course: TaughtCourse): Verdict {
  return isAdmin(actor) || teachesCourse(actor, course) ? allow : refuse('not_your_course')
}

/** A person belongs to a course from the request to join until removal. */
export const isEnrolled = (enrolment: EnrolmentState | null) =>
  enrolment !== null && enrolment.status !== 'removed'

export function isApprovedNow(course: CourseState, enrolment: EnrolmentState | null, now: Date) {
  return enrolment !== null && approvalStatus(course, enrolment, now) === 'approved'
}

/** Effective status: an approval ends at its time, before a job records it. */
export const approvalStatus = (course: CourseState, enrolment: EnrolmentState, now: Date) =>
  approvalStatusAt(course, enrolment, now)

/** Everybody may see a public course, hidden or not; a private one only staff and enrolled people. */
export function maySeeCourse(actor: Who, course: CourseState, enrolment: EnrolmentState | null): Verdict {
  return course.course_is_public || isStaff(actor) || isEnrolled(enrolment) ? allow : refuse('not_found')
}

interface Reading {
  course: CourseState
  enrolment: EnrolmentState | null
  now: Date
  /** Staff in the view of an approved student. */
  creator_preview: boolean
}

/** Access of a reader to a course's contents, or why there is none. */
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
  const learning = mayLearn(course, enrolment, now)
  if (learning.allowed) return { allowed: true, access: 'learn' }
  // A course that has not opened shows its outline to nobody.
  if (course.is_coming_soon) return { allowed: false, code: 'course_coming_soon' }
  if (learning.code === 'course_not_started') return learning
  if (course.show_content_title_to_unapproved) return { allowed: true, access: 'titles' }
  return { allowed: false, code: 'not_approved' }
}

interface FreeCourse extends CourseAccessFacts {
  course_is_public: boolean
}

interface FreeContent {
  is_published: boolean | null
  is_free_preview: boolean | null
  is_locked: boolean | null
  opens_at: Date | null
}

/**
 * Whether everybody may open a content without an account: in a public course that is not coming soon and has not
 * ended, if it is published, not locked, and its opening time has come.
 */
export function isFreePreview(course: FreeCourse, content: FreeContent, now: Date): boolean {
  const { course_is_public, is_coming_soon, course_end_date } = course
  if (!course_is_public || is_coming_soon || (course_end_date && course_end_date <= now)) return false
  const { is_published, is_free_preview, is_locked, opens_at } = content
  return is_free_preview === true && is_published === true && !is_locked && (!opens_at || opens_at <= now)
}

interface Substance {
  type: string
  upload_id: string | null
  embed_url: string
  /** It shows an assessment that is published. */
  has_assessment: boolean
}

/** Published content must not be empty, except a text: a recording needs its file. */
export function mayPublish({ type, upload_id, embed_url, has_assessment }: Substance): Verdict {
  if (type === 'assessment') return has_assessment ? allow : refuse('content_incomplete')
  if (type === 'embed') return embed_url ? allow : refuse('content_incomplete')
  if (type === 'text' || upload_id) return allow
  return refuse('content_incomplete')
}

/** The audience "new students" requires an earlier published version. */
export function mayPublishFor(
  audience: 'everybody' | 'new_students',
  content: { is_published: boolean },
): Verdict {
  return audience === 'everybody' || content.is_published ? allow : refuse('content_not_published')
}

/** A mirror has no lessons of its own to edit. */
export function mayEditOutline(
  actor: Who,
  course: TaughtCourse & { mirror_course_id: string | null },
): Verdict {
  const verdict = mayEditCourse(actor, course)
  if (!verdict.allowed) return verdict
  return course.mirror_course_id === null ? allow : refuse('mirrored_course')
}

/** Whether the editor read the current version. */
export function isUnchanged(row: { updated_at: Date }, expectedUpdatedAt: string | undefined) {
  return expectedUpdatedAt === undefined || new Date(expectedUpdatedAt).getTime() === row.updated_at.getTime()
}

export interface EnrolmentRequestFacts {
  plan_name: string
  allow_manual_student_approval: boolean
  /** In minor units. */
  price: number
  approve_student_on_payment: boolean
}

/**
 * How a student is approved. In a paid course: by the payment if the course says so, else by staff (decision 0058). In
 * a free one: by staff, unless the school is on the commission plan and has switched that off. Support accounts are never
 * students: on a visit they open every course without an enrolment (docs/decisions/0019-support-visits.md).
 */
export function approvalMode(asking: EnrolmentRequestFacts): 'at_once' | 'on_payment' | 'by_staff' {
  if (asking.price > 0) return asking.approve_student_on_payment ? 'on_payment' : 'by_staff'
  return needsManualApproval(asking) ? 'by_staff' : 'at_once'
}
