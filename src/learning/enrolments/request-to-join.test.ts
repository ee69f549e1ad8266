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

test('a visitor is sent to log in, and staff do not ask', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const visitor = await school.visitor().request({ method: 'PUT', url: `${path}?course_id=${course.id}` })
  expect([visitor.status, visitor.json.code]).toEqual([401, 'unauthenticated'])
  const teacher = await school.teacher()
  await expect(teacher.api(contract.requestEnrolment, { course_id: course.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('a student asks by id and waits; asking again changes nothing', async () => {
  const school = await createTestSchool()
  const [course, student] = [await school.course(), await school.student()]
  const first = await student.api(contract.requestEnrolment, { course_id: course.id })
  expect(first).toMatchObject({ course_id: course.id, student_id: student.id, status: 'pending', tier: null })
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).resolves.toEqual(first)
  const events = await listEnrolmentEventsOf(school, student.id)
  expect(events).toMatchObject([{ cause: 'asked', status: 'pending', changed_by: student.id }])
  expect(await listNotificationsOf(school, student.id)).toEqual({ notifications: [], mails: [] })
})

test('a code is taken as people type it', async () => {
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
])('is refused with %s for %o', async (code, given) => {
  const school = await createTestSchool()
  const [course, student] = [await school.course(given), await school.student()]
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).rejects.toMatchObject({
    code,
  })
  expect(await storedPosition(school, course.id, student.id)).toBeUndefined()
})

test('a code of a course that is not public is told that it is not open', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const course = await school.course({ course_is_public: false })
  const request = student.api(contract.requestEnrolment, { course_code: course.course_code })
  await expect(request).rejects.toMatchObject({ status: 403, code: 'course_not_open' })
})

test('a hidden course is reached by its link, and one that ends later takes students', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const course = await school.course({ is_hidden: true, course_end_date: tomorrow })
  await expect(student.api(contract.requestEnrolment, { course_id: course.id })).resolves.toMatchObject({
    status: 'pending',
  })
})

describe('where no person need approve', () => {
  const commission = { plan_name: 'commission', allow_manual_student_approval: false }

  test('a free course approves at once, until its limit in days, and says so', async () => {
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

  test('a paid course waits', async () => {
    const school = await createTestSchool(commission)
    const [course, student] = [await school.course({ price: 500_000 }), await school.student()]
    const request = student.api(contract.requestEnrolment, { course_id: course.id })
    await expect(request).resolves.toMatchObject({ status: 'pending' })
  })

  test.each(['unapproved', 'removed', 'expired'] as const)('who is %s waits for a person', async (status) => {
    const school = await createTestSchool(commission)
    const [course, student] = [await school.course(), await school.student()]
    await school.enrol(student, course, { status })
    const request = student.api(contract.requestEnrolment, { course_id: course.id })
    await expect(request).resolves.toMatchObject({ status: 'pending' })
  })
})

test('who only registered with the address of a support account waits like everybody', async () => {
  const school = await createTestSchool()
  const course = await school.course()
  const pretender = await school.student({ email: (await createPlatformAccount('support')).email })
  const request = pretender.api(contract.requestEnrolment, { course_id: course.id })
  await expect(request).resolves.toMatchObject({ status: 'pending' })
})

test('a waiting request outlives the closing of the course', async () => {
  const school = await createTestSchool({ plan_name: 'commission', allow_manual_student_approval: false })
  const student = await school.student()
  const course = await school.course({ is_coming_soon: true })
  await school.enrol(student, course, { status: 'pending', approved_at: null })
  const request = student.api(contract.requestEnrolment, { course_id: course.id })
  await expect(request).resolves.toMatchObject({ status: 'pending' })
})

test('whose approval ran out may ask again on the instant, before any job has seen it', async () => {
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

test('fifty requests at once are one enrolment, one event and one mail', async () => {
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

test('another school’s course is not there', async () => {
  const [school, other] = [await createTestSchool(), await createTestSchool()]
  const [student, theirs] = [await school.student(), await other.course()]
  for (const input of [{ course_id: theirs.id }, { course_code: theirs.course_code }, { course_id: newId() }])
    await expect(student.api(contract.requestEnrolment, input)).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
})
