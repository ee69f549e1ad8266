import { describe, expect, test } from 'vitest'
import type { Verdict } from '#platform/contract/refusal.ts'
import {
  contentAccess,
  isEnrolled,
  isApprovedNow,
  isUnchanged,
  mayEditCourse,
  mayEditOutline,
  mayPublish,
  mayPublishFor,
  maySeeCourse,
  approvalStatus,
  teachesCourse,
  type CourseState,
} from './policy.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = new Date('2026-03-01T11:59:59Z')
const after = new Date('2026-03-01T12:00:01Z')

const course: CourseState = {
  course_teacher_id: 'teacher',
  created_by: 'maker',
  course_is_public: true,
  is_coming_soon: false,
  show_content_title_to_unapproved: true,
  course_start_date: null,
  allow_early_access: false,
  course_end_date: null,
  unapprove_all_students_on_end_date: false,
}
const roles = ['visitor', 'student', 'teacher', 'admin', 'account_user', 'system'] as const
const someone = (role: (typeof roles)[number], id = 'somebody') => ({ id, role })
const statuses = ['pending', 'approved', 'unapproved', 'expired', 'removed'] as const
const enrolled = (status: (typeof statuses)[number], end: Date | null = null) => ({
  status,
  student_approval_end_date: end,
  is_entitled: true,
})
const codeOf = (verdict: Verdict) => (verdict.allowed ? 'allowed' : verdict.code)

describe('editing', () => {
  test.each(roles)('%s who neither teaches nor created the course', (role) => {
    const may = role === 'admin' || role === 'account_user'
    expect(codeOf(mayEditCourse(someone(role), course))).toBe(may ? 'allowed' : 'not_your_course')
  })

  test('is allowed for the course’s teacher and its creator if a teacher, and for no other role', () => {
    for (const id of ['teacher', 'maker']) {
      for (const role of roles) expect(teachesCourse(someone(role, id), course)).toBe(role === 'teacher')
      expect(codeOf(mayEditCourse(someone('teacher', id), course))).toBe('allowed')
    }
  })

  test('of a mirror’s outline happens in the origin', () => {
    const mirror = { ...course, mirror_course_id: 'another' }
    expect(codeOf(mayEditOutline(someone('admin'), mirror))).toBe('mirrored_course')
    expect(codeOf(mayEditOutline(someone('teacher'), mirror))).toBe('not_your_course')
    expect(codeOf(mayEditOutline(someone('teacher', 'maker'), { ...course, mirror_course_id: null }))).toBe(
      'allowed',
    )
  })
})

describe('approval', () => {
  test.each(statuses)('%s', (status) => {
    expect(isApprovedNow(course, enrolled(status), now)).toBe(status === 'approved')
    expect(isEnrolled(enrolled(status))).toBe(status !== 'removed')
    expect(approvalStatus(course, enrolled(status), now)).toBe(status)
  })

  test('ends at its time, by its own end or by the end of the course', () => {
    expect(approvalStatus(course, enrolled('approved', after), now)).toBe('approved')
    for (const end of [now, before])
      expect(approvalStatus(course, enrolled('approved', end), now)).toBe('expired')
    const ending = { ...course, unapprove_all_students_on_end_date: true }
    for (const course_end_date of [now, before])
      expect(approvalStatus({ ...ending, course_end_date }, enrolled('approved'), now)).toBe('unapproved')
    expect(approvalStatus({ ...ending, course_end_date: after }, enrolled('approved'), now)).toBe('approved')
    expect(approvalStatus({ ...course, course_end_date: before }, enrolled('approved'), now)).toBe('approved')
  })

  test('requires an enrolment', () => {
    expect(isEnrolled(null)).toBe(false)
    expect(isApprovedNow(course, null, now)).toBe(false)
  })
})

describe('seeing a course', () => {
  test('is allowed for everybody if public', () => {
    for (const role of roles) expect(maySeeCourse(someone(role), course, null)).toEqual({ allowed: true })
  })

  test('is limited to staff and enrolled people if private', () => {
    const hidden = { ...course, course_is_public: false }
    for (const role of roles) {
      const staff = role === 'teacher' || role === 'admin' || role === 'account_user'
      expect(codeOf(maySeeCourse(someone(role), hidden, null))).toBe(staff ? 'allowed' : 'not_found')
    }
    for (const status of statuses)
      expect(codeOf(maySeeCourse(someone('student'), hidden, enrolled(status)))).toBe(
        status === 'removed' ? 'not_found' : 'allowed',
      )
  })
})

describe('access to contents', () => {
  const reading = { course, enrolment: null, now, creator_preview: false }
  const access = (
    role: (typeof roles)[number],
    changes: Partial<typeof reading> | object = {},
    id?: string,
  ) => {
    const answer = contentAccess(someone(role, id), { ...reading, ...changes })
    return answer.allowed ? answer.access : answer.code
  }

  test('is given to staff for editing or as a student, even before the course opens', () => {
    const soon = { course: { ...course, is_coming_soon: true, course_is_public: false } }
    for (const role of ['admin', 'account_user'] as const) {
      expect(access(role, soon)).toBe('edit')
      expect(access(role, { ...soon, creator_preview: true })).toBe('learn')
    }
    expect(access('teacher', soon, 'teacher')).toBe('edit')
    expect(access('teacher', { creator_preview: true }, 'maker')).toBe('learn')
    expect(access('teacher')).toBe('not_your_course')
    expect(access('teacher', { creator_preview: true })).toBe('not_your_course')
  })

  test('is not extended by a preview for students', () => {
    expect(access('student', { creator_preview: true })).toBe('titles')
  })

  test.each(statuses)('for a student who is %s', (status) => {
    const enrolment = enrolled(status)
    const titleless = { ...course, show_content_title_to_unapproved: false }
    const approved = status === 'approved'
    expect(access('student', { enrolment })).toBe(approved ? 'learn' : 'titles')
    expect(access('student', { enrolment, course: titleless })).toBe(approved ? 'learn' : 'not_approved')
    expect(access('student', { enrolment, course: { ...course, is_coming_soon: true } })).toBe(
      'course_coming_soon',
    )
    const closed = access('student', { enrolment, course: { ...titleless, course_is_public: false } })
    expect(closed).toBe(approved ? 'learn' : status === 'removed' ? 'not_found' : 'not_approved')
  })

  test('is refused after an approval ended', () => {
    expect(access('student', { enrolment: enrolled('approved', now) })).toBe('titles')
  })

  test('reveals nothing of a private course to others', () => {
    const hidden = { ...course, course_is_public: false, is_coming_soon: true }
    expect(access('student', { course: hidden })).toBe('not_found')
  })
})

test('publishes for everybody what nobody has read yet', () => {
  for (const is_published of [true, false]) {
    expect(codeOf(mayPublishFor('everybody', { is_published }))).toBe('allowed')
    expect(codeOf(mayPublishFor('new_students', { is_published }))).toBe(
      is_published ? 'allowed' : 'content_not_published',
    )
  }
})

test('requires content before publishing', () => {
  const empty = { upload_id: null, embed_url: '', has_assessment: false }
  expect(codeOf(mayPublish({ type: 'text', ...empty }))).toBe('allowed')
  for (const type of ['video', 'audio', 'file']) {
    expect(codeOf(mayPublish({ type, ...empty }))).toBe('content_incomplete')
    expect(codeOf(mayPublish({ type, ...empty, embed_url: 'https://elsewhere.test' }))).toBe(
      'content_incomplete',
    )
    expect(codeOf(mayPublish({ type, ...empty, upload_id: 'a' }))).toBe('allowed')
  }
  expect(codeOf(mayPublish({ type: 'embed', ...empty, upload_id: 'a' }))).toBe('content_incomplete')
  expect(codeOf(mayPublish({ type: 'assessment', ...empty, upload_id: 'a' }))).toBe('content_incomplete')
  expect(codeOf(mayPublish({ type: 'assessment', ...empty, has_assessment: true }))).toBe('allowed')
  expect(codeOf(mayPublish({ type: 'embed', ...empty, embed_url: 'https://elsewhere.test' }))).toBe('allowed')
})

test('overwrites without a named version, and refuses an outdated one', () => {
  const row = { updated_at: now }
  expect(isUnchanged(row, undefined)).toBe(true)
  expect(isUnchanged(row, now.toISOString())).toBe(true)
  expect(isUnchanged(row, '2026-03-01T13:00:00+01:00')).toBe(true)
  expect(isUnchanged(row, before.toISOString())).toBe(false)
})
