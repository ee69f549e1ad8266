import type { InsertObject } from 'kysely'
import type { DB } from '#platform/database/database-types.ts'
import { json } from '#platform/database/database.server.ts'
import { contentId, courseId } from './course-rows.ts'
import type { DemoEnrolment, DemoEnrolmentCause, DemoEnrolmentStatus } from '../history.ts'
import { demoId } from '../ids.ts'
import { personId } from './people-rows.ts'
import type { DemoSchool } from '../types.ts'

interface Facts {
  school: DemoSchool
  school_id: string
  now: Date
}

/** Rows of one student's enrolment and progress in one course. */
export function historyRows({ school, school_id, now }: Facts, attendance: DemoEnrolment) {
  const { student, course, tier, student_approval_end_date } = attendance
  const enrolmentKey = {
    school_id,
    course_id: courseId(school, course.slug),
    user_id: personId(school, student.login),
  }
  const last = attendance.progress.at(-1)
  const enrolment: InsertObject<DB, 'enrolments'> = {
    ...enrolmentKey,
    status: attendance.status,
    tier,
    student_approval_end_date,
    approved_at: attendance.approved_at,
    last_topic_id: last ? contentId(school, course, last.title) : null,
    last_opened_at: attendance.last_opened_at,
    completed_at: attendance.completed_at,
    created_at: attendance.created_at,
    updated_at: attendance.ended_at ?? attendance.approved_at ?? attendance.created_at,
  }
  const progress = attendance.progress.map(
    ({ title, opened_at, completed_at, watched_seconds }): InsertObject<DB, 'content_progress'> => ({
      ...enrolmentKey,
      content_id: contentId(school, course, title),
      watched: watched_seconds > 0 ? `{[0,${watched_seconds})}` : '{}',
      position_seconds: completed_at ? 0 : watched_seconds,
      position_at: watched_seconds > 0 ? (completed_at ?? opened_at) : null,
      opened_at,
      completed_at,
      updated_at: completed_at ?? opened_at,
    }),
  )
  return {
    enrolment,
    progress,
    events: events(school, enrolmentKey, attendance),
    notifications: notifications({ school, school_id, now }, enrolmentKey, attendance),
  }
}

interface EnrolmentKey {
  school_id: string
  course_id: string
  user_id: string
}

function events(
  school: DemoSchool,
  enrolmentKey: EnrolmentKey,
  attendance: DemoEnrolment,
): InsertObject<DB, 'enrolment_events'>[] {
  const { course, created_at, approved_at, ended_at, student_approval_end_date: end } = attendance
  const teacher_id = personId(school, course.teacher)
  const event = (status: DemoEnrolmentStatus, created_at: Date, { cause, changed_by }: EventOrigin) => ({
    ...enrolmentKey,
    id: demoId(school.school_url, 'event', enrolmentKey.course_id, enrolmentKey.user_id, cause),
    status,
    tier: cause === 'asked' ? null : attendance.tier,
    student_approval_end_date: cause === 'asked' ? null : end,
    cause,
    changed_by,
    created_at,
  })
  return [
    event('pending', created_at, { cause: 'asked', changed_by: enrolmentKey.user_id }),
    ...(approved_at ? [event('approved', approved_at, { cause: 'approved', changed_by: teacher_id })] : []),
    ...(ended_at ? [event(attendance.status, ended_at, endingOf(attendance.status, teacher_id))] : []),
  ]
}

interface EventOrigin {
  cause: DemoEnrolmentCause
  /** null: the end of an approval, which happens without an actor. */
  changed_by: string | null
}

function endingOf(status: DemoEnrolmentStatus, teacher_id: string): EventOrigin {
  if (status === 'expired') return { cause: 'access_ended', changed_by: null }
  return { cause: status === 'removed' ? 'removed' : 'unapproved', changed_by: teacher_id }
}

const kinds: Partial<Record<DemoEnrolmentStatus, string>> = {
  unapproved: 'unapproval_to_course',
  expired: 'end_of_access_to_course',
  removed: 'deletion_from_course',
}
const day = 86_400_000

/** Notifications of the student; read, except those of the last days. */
function notifications({ school, now }: Facts, enrolmentKey: EnrolmentKey, attendance: DemoEnrolment) {
  const { course, status, approved_at, ended_at } = attendance
  const { school_id, user_id, course_id } = enrolmentKey
  const news = (kind: string, created_at: Date, end: Date | null): InsertObject<DB, 'notifications'> => ({
    school_id,
    id: demoId(school.school_url, 'notification', course_id, user_id, kind),
    user_id,
    kind,
    data: json({ course_id, course_name: course.course_name, student_approval_end_date: end }),
    created_at,
    read_at:
      now.getTime() - created_at.getTime() > 4 * day ? new Date(created_at.getTime() + 0.3 * day) : null,
  })
  const running = status === 'approved' ? attendance.student_approval_end_date : null
  return [
    ...(approved_at ? [news('approval_to_course', approved_at, running)] : []),
    ...(ended_at ? [news(kinds[status]!, ended_at, null)] : []),
  ]
}
