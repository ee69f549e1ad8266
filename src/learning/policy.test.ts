import { describe, expect, test } from 'vitest'
import { approvalMode, completionRuleOf, secondsNeeded } from '#courses/index.ts'
import { mayLearn } from '#course-access/index.ts'
import { visitorActor, type Actor, type Role } from '#tenancy/access/actor.ts'
import { enrolmentStatuses } from './enrolments/enrolment.ts'
import {
  approvalEnd,
  mayRequestEnrolment,
  mayManageStudents,
  mayMarkCompleted,
  mayOpenContent,
  mayReadStudent,
} from './policy.ts'
import { secondsNeeded as neededInBrowser } from './screens/player/model/player-model.ts'

const now = new Date('2026-11-21T09:00:00Z')
const before = new Date('2026-11-21T08:59:59Z')
const after = new Date('2026-11-21T09:00:01Z')

const actor = (role: Role, id = 'me'): Actor => ({ ...visitorActor, id, role })
const said = (verdict: { allowed: boolean; code?: string }) => (verdict.allowed ? 'allowed' : verdict.code)
const booleans = [false, true]

describe('approval mode', () => {
  const plans = ['free', 'subscription', 'whitelabel_subscription', 'enterprise', 'commission']
  const cases = plans.flatMap((plan_name) =>
    booleans.flatMap((allow_manual_student_approval) =>
      [0, 5_000].flatMap((price) =>
        booleans.map((approve_student_on_payment) => ({
          plan_name,
          allow_manual_student_approval,
          price,
          approve_student_on_payment,
        })),
      ),
    ),
  )

  test.each(cases)(
    '$plan_name, manual $allow_manual_student_approval, price $price, on payment $approve_student_on_payment',
    (asking) => {
      const expected =
        asking.price > 0
          ? asking.approve_student_on_payment
            ? 'on_payment'
            : 'by_staff'
          : asking.plan_name !== 'commission' || asking.allow_manual_student_approval
            ? 'by_staff'
            : 'at_once'
      expect(approvalMode(asking)).toBe(expected)
    },
  )

  test('matches four typical schools', () => {
    const free = { price: 0, approve_student_on_payment: true }
    const requestFacts = (plan_name: string, allow_manual_student_approval: boolean) =>
      approvalMode({ ...free, plan_name, allow_manual_student_approval })
    expect(requestFacts('free', false)).toBe('by_staff')
    expect(requestFacts('subscription', false)).toBe('by_staff')
    expect(requestFacts('commission', true)).toBe('by_staff')
    expect(requestFacts('commission', false)).toBe('at_once')
  })
})

test('ends an approval on the chosen date, else after the course’s days, else never', () => {
  expect(approvalEnd(after, 30, now)).toEqual({ endsAt: after, isChosenByStaff: true })
  expect(approvalEnd(null, 30, now)).toEqual({ endsAt: null, isChosenByStaff: true })
  expect(approvalEnd(undefined, 30, now)).toEqual({
    endsAt: new Date('2026-12-21T09:00:00Z'),
    isChosenByStaff: false,
  })
  expect(approvalEnd(undefined, null, now)).toEqual({ endsAt: null, isChosenByStaff: false })
})

test('refuses a request with the first reason that applies', () => {
  for (const is_public of booleans)
    for (const disable_direct_registration of booleans)
      for (const is_coming_soon of booleans)
        for (const course_end_date of [null, before, now, after])
          for (const by of ['id', 'code'] as const) {
            const course = { is_public, disable_direct_registration, is_coming_soon, course_end_date }
            const ended = course_end_date === before || course_end_date === now
            const hidden = by === 'id' ? 'not_found' : 'course_not_open'
            const expected = [
              [!is_public, hidden],
              [disable_direct_registration, 'direct_registration_disabled'],
              [is_coming_soon, 'course_coming_soon'],
              [ended, 'course_ended'],
              [true, 'allowed'],
            ].find(([holds]) => holds)![1]
            expect(said(mayRequestEnrolment(course, by, now)), JSON.stringify({ ...course, by })).toBe(
              expected,
            )
          }
})

test('lets admins and the course’s teacher manage its students', () => {
  const mine = { course_teacher_id: 'me', created_by: 'x' }
  const made = { course_teacher_id: null, created_by: 'me' }
  const other = { course_teacher_id: 'y', created_by: 'x' }
  for (const course of [mine, made, other])
    for (const role of ['admin', 'account_user'] as const)
      expect(said(mayManageStudents(actor(role), course))).toBe('allowed')
  expect([mine, made, other].map((course) => said(mayManageStudents(actor('teacher'), course)))).toEqual([
    'allowed',
    'allowed',
    'not_your_course',
  ])
  expect(said(mayManageStudents(actor('student'), mine))).toBe('not_your_course')
})

test('lets staff and the student read the student’s activity', () => {
  for (const role of ['teacher', 'admin', 'account_user'] as const)
    expect(said(mayReadStudent(actor(role), 'somebody'))).toBe('allowed')
  expect(said(mayReadStudent(actor('student'), 'me'))).toBe('allowed')
  expect(said(mayReadStudent(actor('student'), 'somebody'))).toBe('not_found')
})

test('requires a current approval in an open course for learning', () => {
  const reasons = {
    pending: 'not_approved',
    approved: 'allowed',
    unapproved: 'not_approved',
    expired: 'approval_ended',
    removed: 'not_enrolled',
  }
  const open = {
    is_coming_soon: false,
    course_start_date: null,
    allow_early_access: false,
    unapprove_all_students_on_end_date: false,
    course_end_date: before,
  }
  const ended = { ...open, unapprove_all_students_on_end_date: true }
  const ending = { ...ended, course_end_date: after }
  const soon = { ...open, is_coming_soon: true }
  expect(said(mayLearn(open, null, now))).toBe('not_enrolled')
  for (const status of enrolmentStatuses) {
    const enrolment = { status, student_approval_end_date: null, is_entitled: true }
    const approved = status === 'approved'
    expect(said(mayLearn(open, enrolment, now)), status).toBe(reasons[status])
    expect(said(mayLearn(ending, enrolment, now)), status).toBe(reasons[status])
    expect(said(mayLearn(ended, enrolment, now)), status).toBe(approved ? 'approval_ended' : reasons[status])
    expect(said(mayLearn(soon, enrolment, now)), status).toBe(
      approved ? 'course_coming_soon' : reasons[status],
    )
  }
  for (const [end, expected] of [
    [before, 'approval_ended'],
    [now, 'approval_ended'],
    [after, 'allowed'],
  ] as const)
    expect(
      said(mayLearn(open, { status: 'approved', student_approval_end_date: end, is_entitled: true }, now)),
    ).toBe(expected)
})

test('opens published content without locks; each lock has its own refusal', () => {
  const content = {
    id: 'a',
    is_published: true,
    is_locked: false,
    lowest_tier: null,
    opens_at: null,
    opens_after_days: null,
    has_open_prerequisite: false,
    completed_at: null,
  }
  const reader = { enable_tiering: true, tier: 1, approved_at: before, now, exceptions: [] }
  for (const [given, expected] of [
    [{}, 'allowed'],
    [{ is_published: false }, 'not_found'],
    [{ is_published: false, is_locked: true }, 'not_found'],
    [{ is_locked: true }, 'content_locked'],
    [{ lowest_tier: 2 }, 'tier_too_low'],
    [{ opens_at: after }, 'content_not_open_yet'],
    [{ has_open_prerequisite: true }, 'prerequisite_not_completed'],
  ] as const)
    expect(said(mayOpenContent({ ...content, ...given }, reader)), expected).toBe(expected)
})

test('does not accept a manual mark instead of playing or reading', () => {
  const usual = { completion_rule: null, completion_percentage: null, is_submitted: false, is_passed: false }
  const unread = { reading_seconds: 10, visible_seconds: 0, read_percentage: null, opened_at: now }
  const video = { ...usual, ...unread, type: 'video', duration_seconds: 10, counted_seconds: 8 }
  const text = { ...video, type: 'text' }
  const mark = (content: typeof video & { read_percentage: number | null }) =>
    said(mayMarkCompleted(content, now))
  expect(mark(video)).toBe('not_watched_enough')
  expect(mark({ ...video, counted_seconds: 9 })).toBe('allowed')
  expect(mark({ ...video, duration_seconds: null as never })).toBe('allowed')
  expect(mark(text)).toBe('not_read_enough')
  expect(mark({ ...text, read_percentage: 99 as never })).toBe('not_read_enough')
  expect(mark({ ...text, read_percentage: 100 as never })).toBe('allowed')
  expect(mark({ ...text, visible_seconds: 9 })).toBe('allowed')
  const tenSecondsAgo = new Date(now.getTime() - 10_000)
  expect(mark({ ...text, opened_at: tenSecondsAgo })).toBe('allowed')
  expect(mark({ ...text, opened_at: tenSecondsAgo, read_percentage: 50 as never })).toBe('not_read_enough')
  expect(mark({ ...text, type: 'file' })).toBe('allowed')
  const assessment = { ...text, type: 'assessment' }
  expect(mark(assessment)).toBe('not_submitted')
  expect(mark({ ...assessment, is_submitted: true })).toBe('allowed')
  const toPass = { ...assessment, completion_rule: 'passed' as never, is_submitted: true }
  expect(mark(toPass)).toBe('not_passed')
  expect(mark({ ...toPass, is_passed: true })).toBe('allowed')
})

test('uses the same completion rules in browser and server', () => {
  for (const type of ['text', 'video', 'audio', 'file', 'embed'])
    for (const completion_rule of [null, 'opened', 'read', 'watched', 'marked'])
      for (const completion_percentage of [null, 1, 33, 100])
        for (const duration_seconds of [null, 0, 1, 9, 10, 11, 59, 110, 3_601]) {
          const content = { type, completion_rule, completion_percentage, duration_seconds }
          const completion = completionRuleOf(content)
          expect(neededInBrowser({ completion, duration_seconds })).toBe(secondsNeeded(content))
        }
})
