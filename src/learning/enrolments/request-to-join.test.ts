import { describe, expect, test } from 'vitest'
import {
  listEnrolmentEventsOf,
  listNotificationsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import {
  createPlatformAccount,
  createTestSchool,
  resetClock,
  setClock,
} from '#testing/builders/school-builder.ts'
import { newId } from '#platform/security/tokens.ts'
import * as contract from '../contract.ts'

const path = '/api/courses/v1/stu/students/'
const yesterday = new Date(Date.now() - 86_400_000)
const tomorrow = new Date(Date.now() + 86_400_000)

test('requires login, and refuses staff', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const visitor = await school.visitor().request({ method: 'PUT', url: `${path}?course_id=${course.id}` })
  expect([visitor.status, visitor.json.code]).toEqual([401, 'unauthenticated'])
  const teacher = await school.teacher()
  await expect(teacher.api(contract.requestEnrolment, { course_id: course.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('creates a pending request by course id; repeating it changes nothing', async () => {
  const school = await createTestSchool()
  const [course, student] = [await school.course(), await school.student()]
  const first = await student.api(contract.requestEnrolment, { course_id: course.id })
  expect(first).toMatchObject({ course_id: course.id, student_id: student.id, status: 'pending', tier: null })
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).resolves.toEqual(first)
  const events = await listEnrolmentEventsOf(school, student.id)
  expect(events).toMatchObject([{ cause: 'asked', status: 'pending', changed_by: student.id }])
  expect(await listNotificationsOf(school, student.id)).toEqual({ notifications: [], mails: [] })
})

test('accepts a course code in any notation', async () => {
  const school = await createTestSchool()
  const [course, student] = [await school.course({ course_code: 'PY-101' }), await school.student()]
  const answer = await student.request({ method: 'PUT', url: `${path}?course_code=%20py-101%20` })
  expect(answer.json).toMatchObject({ course_id: course.id, status: 'pending' })
  await expect(student.api(contract.requestEnrolment, { course_code: 'PY-102' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(student.api(contract.requestEnrolment, {})).rejects.toMatchObject({ code: 'invalid_input' })
})

test.each([
  ['direct_registration_disabled', { disable_direct_registration: true }],
  ['course_coming_soon', { is_coming_soon: true }],
  ['course_ended', { course_end_date: yesterday }],
  ['not_found', { course_is_public: false }],
  ['not_found', { deleted_at: yesterday }],
])('refuses with %s for %o', async (code, given) => {
  const school = await createTestSchool()
  const [course, student] = [await school.course(given), await school.student()]
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).rejects.toMatchObject({
    code,
  })
  expect(await storedPosition(school, course.id, student.id)).toBeUndefined()
})

test('reports a private course’s code as closed', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const course = await school.course({ course_is_public: false })
  const request = student.api(contract.requestEnrolment, { course_code: course.course_code })
  await expect(request).rejects.toMatchObject({ status: 403, code: 'course_not_open' })
})

test('accepts a hidden course by its link, and one that ends later', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const course = await school.course({ is_hidden: true, course_end_date: tomorrow })
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).resolves.toMatchObject({
    status: 'pending',
  })
})

describe('without manual approval', () => {
  const commission = { plan_name: 'commission', allow_manual_student_approval: false }

  test('approves at once in a free course, until its limit in days', async () => {
    const school = await createTestSchool(commission)
    const student = await school.student()
    const course = await school.course({ student_access_limit_after_approval: 30 })
    const enrolment = await student.api(contract.requestEnrolment, { course_id: course.id })
    expect(enrolment.status).toBe('approved')
    const days = (new Date(enrolment.student_approval_end_date!).getTime() - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 2)
    expect(await listEnrolmentEventsOf(school, student.id)).toMatchObject([{ cause: 'approved_at_once' }])
    const { notifications, mails } = await listNotificationsOf(school, student.id)
    expect(notifications).toMatchObject([{ kind: 'approval_to_course', data: { course_id: course.id } }])
    expect(mails).toMatchObject([{ kind: 'approval_to_course' }])
  })

  test('leaves the request for a paid course pending', async () => {
    const school = await createTestSchool(commission)
    const [course, student] = [await school.course({ price: 500_000 }), await school.student()]
    const request = student.api(contract.requestEnrolment, { course_id: course.id })
    await expect(request).resolves.toMatchObject({ status: 'pending' })
  })

  test.each(['unapproved', 'removed', 'expired'] as const)(
    'leaves a student who is %s pending',
    async (status) => {
      const school = await createTestSchool(commission)
      const [course, student] = [await school.course(), await school.student()]
      await school.enrol(student, course, { status })
      const request = student.api(contract.requestEnrolment, { course_id: course.id })
      await expect(request).resolves.toMatchObject({ status: 'pending' })
    },
  )
})

test('treats users with the address of a support account like others', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const pretender = await school.student({ email: (await createPlatformAccount('support')).email })
  const request = pretender.api(contract.requestEnrolment, { course_id: course.id })
  await expect(request).resolves.toMatchObject({ status: 'pending' })
})

test('keeps a pending request when the course closes', async () => {
  const school = await createTestSchool({ plan_name: 'commission', allow_manual_student_approval: false })
  const student = await school.student()
  const course = await school.course({ is_coming_soon: true })
  await school.enrol(student, course, { status: 'pending', approved_at: null })
  const request = student.api(contract.requestEnrolment, { course_id: course.id })
  await expect(request).resolves.toMatchObject({ status: 'pending' })
})

test('accepts a new request exactly after an approval ended', async () => {
  const school = await createTestSchool()
  const [course, student] = [await school.course(), await school.student()]
  await school.enrol(student, course, { student_approval_end_date: tomorrow })
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).resolves.toMatchObject({
    status: 'approved',
  })
  setClock(tomorrow)
  try {
    const request = student.api(contract.requestEnrolment, { course_id: course.id })
    await expect(request).resolves.toMatchObject({ status: 'pending', student_approval_end_date: null })
  } finally {
    resetClock()
  }
})

test('creates one enrolment, one event and one mail for fifty concurrent requests', async () => {
  const school = await createTestSchool({ plan_name: 'commission', allow_manual_student_approval: false })
  const [course, student] = [await school.course(), await school.student()]
  const asks = Array.from({ length: 50 }, () =>
    student.api(contract.requestEnrolment, { course_id: course.id }),
  )
  const enrolments = await Promise.all(asks)
  expect(new Set(enrolments.map((enrolment) => JSON.stringify(enrolment))).size).toBe(1)
  expect(await listEnrolmentEventsOf(school, student.id)).toHaveLength(1)
  const { notifications, mails } = await listNotificationsOf(school, student.id)
  expect([notifications.length, mails.length]).toEqual([1, 1])
})

test('does not find another school’s course', async () => {
  const [school, other] = [await createTestSchool(), await createTestSchool()]
  const [student, theirs] = [await school.student(), await other.course()]
  for (const input of [{ course_id: theirs.id }, { course_code: theirs.course_code }, { course_id: newId() }])
    await expect(student.api(contract.requestEnrolment, input)).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
})
