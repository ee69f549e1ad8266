import { expect, test } from 'vitest'
import { visitorActor, type Role } from '#tenancy/access/actor.ts'
import { isUnchanged, mayCreateNote, noteAnchorStatus, type NoteAnchor } from './policy.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = new Date('2026-03-01T11:00:00Z')
const who = (role: Role, id = 'somebody') => ({ ...visitorActor, role, id })
const anchor = (given: Partial<NoteAnchor> = {}, course: Partial<NoteAnchor['course']> = {}): NoteAnchor => ({
  course: {
    course_teacher_id: 'teacher',
    created_by: 'maker',
    course_is_public: true,
    is_coming_soon: false,
    show_content_title_to_unapproved: true,
    course_start_date: null,
    allow_early_access: false,
    course_end_date: null,
    unapprove_all_students_on_end_date: false,
    ...course,
  },
  enrolment: { status: 'approved', student_approval_end_date: null, is_entitled: true },
  is_published: true,
  ...given,
})
const approvedUntil = (end: Date | null): Partial<NoteAnchor> => ({
  enrolment: { status: 'approved', student_approval_end_date: end, is_entitled: true },
})

test.each([
  ['an approved student', who('student'), anchor(), 'open'],
  ['a student without enrolment', who('student'), anchor({ enrolment: null }), 'not_approved'],
  ['a student whose approval is over', who('student'), anchor(approvedUntil(before)), 'not_approved'],
  [
    'a student where titles are hidden',
    who('student'),
    anchor({ enrolment: null }, { show_content_title_to_unapproved: false }),
    'not_approved',
  ],
  ['a student in a draft', who('student'), anchor({ is_published: false }), 'not_found'],
  [
    'a student before the opening',
    who('student'),
    anchor({}, { is_coming_soon: true }),
    'course_coming_soon',
  ],
  [
    'a stranger to a course that is not public',
    who('student'),
    anchor({ enrolment: null }, { course_is_public: false }),
    'not_found',
  ],
  [
    'its teacher, also in a draft',
    who('teacher', 'teacher'),
    anchor({ enrolment: null, is_published: false }),
    'open',
  ],
  ['another teacher', who('teacher'), anchor({ enrolment: null }), 'not_your_course'],
  ['an admin', who('admin'), anchor({ enrolment: null }), 'open'],
] as const)('%s: %#', (_name, actor, where, expected) => {
  const verdict = mayCreateNote(actor, where, now)
  expect(verdict.allowed ? 'open' : verdict.code).toBe(expected)
  expect(noteAnchorStatus(actor, where, now)).toBe(expected === 'open' ? 'open' : 'closed')
})

test('reports deleted content as gone', () => {
  expect(noteAnchorStatus(who('student'), null, now)).toBe('gone')
})

test('compares instants in any time zone', () => {
  expect(isUnchanged({ updated_at: now }, '2026-03-01T13:00:00+01:00')).toBe(true)
  expect(isUnchanged({ updated_at: now }, '2026-03-01T12:00:00.001Z')).toBe(false)
})
