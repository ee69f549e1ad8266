import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  listEnrolmentEventsOf,
  listNotificationsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import { listQueuedJobs } from '#testing/builders/queue.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function aClass(
  school: TestSchool,
  { waiting = 1, ...given }: { waiting?: number; [column: string]: unknown } = {},
) {
  const teacher = await school.teacher()
  const course = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id, ...given })
  const students = await Promise.all(Array.from({ length: waiting }, () => school.student()))
  for (const student of students)
    await school.enrol(student, course, { status: 'pending', approved_at: null })
  return {
    course,
    teacher,
    students,
    student: students[0]!,
    student_ids: students.map((student) => student.id),
  }
}

test('refuses visitors, students and teachers of another course', async () => {
  const school = await createTestSchool()
  const { course, student, student_ids } = await aClass(school)
  const input = { course_id: course.id, student_ids, approved: true }
  await expect(school.visitor().api(contract.approveStudents, input)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await expect(student.api(contract.approveStudents, input)).rejects.toMatchObject({ code: 'forbidden' })
  const visitor = await school.teacher()
  await expect(visitor.api(contract.approveStudents, input)).rejects.toMatchObject({
    code: 'not_your_course',
  })
  expect((await storedPosition(school, course.id, student.id))?.status).toBe('pending')
})

test('returns a result per student; a refusal does not block the others', async () => {
  const school = await createTestSchool()
  const { course, teacher, student, student_ids } = await aClass(school)
  const [visitor, removed] = [await school.student(), await school.student()]
  await school.enrol(removed, course, { status: 'removed' })
  const nobody = newId()
  const ids = [...student_ids, visitor.id, removed.id, teacher.id, nobody]
  const answer = await teacher.api(contract.approveStudents, {
    course_id: course.id,
    student_ids: ids,
    approved: true,
  })
  expect(answer.results).toEqual([
    { student_id: student.id, ok: true, status: 'approved', code: null },
    { student_id: visitor.id, ok: false, status: null, code: 'not_enrolled' },
    { student_id: removed.id, ok: false, status: null, code: 'enrolment_removed' },
    { student_id: teacher.id, ok: false, status: null, code: 'not_found' },
    { student_id: nobody, ok: false, status: null, code: 'not_found' },
  ])
})

test('records approval and withdrawal in history and audit log, and notifies the student', async () => {
  const school = await createTestSchool()
  const { course, teacher, student, student_ids } = await aClass(school, { course_name: 'Python' })
  const input = { course_id: course.id, student_ids }
  const end = inDays(10)
  await teacher.api(contract.approveStudents, {
    ...input,
    approved: true,
    student_approval_end_date: end.toISOString(),
  })
  expect(await storedPosition(school, course.id, student.id)).toMatchObject({
    status: 'approved',
    student_approval_end_date: end,
    approved_at: expect.any(Date),
  })
  await teacher.api(contract.approveStudents, { ...input, approved: false })
  expect(await storedPosition(school, course.id, student.id)).toMatchObject({
    status: 'unapproved',
    student_approval_end_date: null,
  })

  expect(await listEnrolmentEventsOf(school, student.id)).toMatchObject([
    { cause: 'approved', status: 'approved', student_approval_end_date: end, changed_by: teacher.id },
    { cause: 'unapproved', status: 'unapproved', changed_by: teacher.id },
  ])
  const { notifications, mails } = await listNotificationsOf(school, student.id)
  expect(notifications.map((each) => each.kind)).toEqual(['approval_to_course', 'unapproval_to_course'])
  expect(mails.map((each) => each.subject)).toEqual([
    'You can start “Python”',
    'You are not approved for “Python”',
  ])
  expect(mails[0]?.text).toContain(`/learn/${course.id}`)
  expect(await audited(school, course.id)).toMatchObject([
    { action: 'enrolment.approved', actor_id: teacher.id, change: { student_ids: [student.id] } },
    { action: 'enrolment.unapproved', actor_id: teacher.id },
  ])
})

test('mails in the student’s language, with the end in the school’s time zone', async () => {
  const school = await createTestSchool({ time_zone: 'Africa/Lagos' })
  const { course, teacher, student, student_ids } = await aClass(school)
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ language: 'fr' })
      .where('school_id', '=', school_id)
      .where('id', '=', student.id)
      .execute(),
  )
  const input = {
    course_id: course.id,
    student_ids,
    approved: true,
    student_approval_end_date: '2031-03-01T23:30:00Z',
  }
  await teacher.api(contract.approveStudents, input)
  const { mails } = await listNotificationsOf(school, student.id)
  expect(mails[0]?.subject).toMatch(/^Vous pouvez commencer/)
  expect(mails[0]?.text).toContain('2 mars 2031')
})

describe('depends on the school’s settings', () => {
  test.each([
    ['notify_students_on_approval_to_course', true, 'approval_to_course'],
    ['notify_students_on_unapproval_to_course', false, 'unapproval_to_course'],
  ] as const)('%s', async (setting, approved, kind) => {
    for (const on of [true, false]) {
      const school = await createTestSchool()
      const { course, teacher, student } = await aClass(school)
      await school.transact(({ tx, school_id }) =>
        tx
          .updateTable('schools')
          .set({ [setting]: on })
          .where('school_id', '=', school_id)
          .execute(),
      )
      await teacher.api(contract.approveStudents, {
        course_id: course.id,
        student_ids: [student.id],
        approved,
      })
      const { notifications, mails } = await listNotificationsOf(school, student.id)
      expect([...notifications, ...mails].map((each) => each.kind)).toEqual(on ? [kind, kind] : [])
    }
  })
})

test('changes nothing on repetition; moves an explicit end, but not the course’s limit', async () => {
  const school = await createTestSchool()
  const { course, teacher, student, student_ids } = await aClass(school, {
    student_access_limit_after_approval: 7,
  })
  const input = { course_id: course.id, student_ids, approved: true }
  await teacher.api(contract.approveStudents, input)
  const first = (await storedPosition(school, course.id, student.id))?.student_approval_end_date
  expect((first!.getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
  await teacher.api(contract.approveStudents, input)
  expect((await storedPosition(school, course.id, student.id))?.student_approval_end_date).toEqual(first)
  const later = inDays(20)
  await teacher.api(contract.approveStudents, { ...input, student_approval_end_date: later.toISOString() })
  await teacher.api(contract.approveStudents, { ...input, student_approval_end_date: null })
  const events = await listEnrolmentEventsOf(school, student.id)
  expect(events.map((event) => [event.cause, event.student_approval_end_date])).toEqual([
    ['approved', first],
    ['end_date_changed', later],
    ['end_date_changed', null],
  ])
  expect((await listNotificationsOf(school, student.id)).mails).toHaveLength(1)
})

test('refuses an end in the past at its field', async () => {
  const school = await createTestSchool()
  const { course, teacher, student_ids } = await aClass(school)
  const input = {
    course_id: course.id,
    student_ids,
    approved: true,
    student_approval_end_date: '2020-01-01T00:00:00Z',
  }
  await expect(teacher.api(contract.approveStudents, input)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'student_approval_end_date', code: 'end_date_passed' }],
  })
})

test('schedules one job per end time of approvals, and one for the end of the course', async () => {
  const school = await createTestSchool()
  const end = inDays(3)
  const { course, teacher, student_ids } = await aClass(school, {
    waiting: 3,
    course_end_date: inDays(30),
    unapprove_all_students_on_end_date: true,
  })
  const at = end.toISOString()
  await teacher.api(contract.approveStudents, {
    course_id: course.id,
    student_ids,
    approved: true,
    student_approval_end_date: at,
  })
  const [expiry, ...others] = await listQueuedJobs(school.school_id, `expire/${at}`)
  expect(expiry).toMatchObject({ task: 'expireApprovals', run_at: end, payload: { at } })
  expect(others).toEqual([])
  const [ending] = await listQueuedJobs(school.school_id, `end-course/${course.id}`)
  expect(ending).toMatchObject({ task: 'endCourse', run_at: course.course_end_date })
})

test('approves five hundred in one call and refuses more', async () => {
  const school = await createTestSchool()
  const { course, teacher } = await aClass(school)
  const student_ids = Array.from({ length: 500 }, () => newId())
  await school.transact(async ({ tx, school_id }) => {
    const users = student_ids.map((id) => ({
      school_id,
      id,
      role: 'student',
      name: `S ${id}`,
      email: `${id}@many.test`,
    }))
    await tx.insertInto('users').values(users).execute()
    const enrolments = student_ids.map((user_id) => ({
      school_id,
      course_id: course.id,
      user_id,
      status: 'pending',
    }))
    await tx.insertInto('enrolments').values(enrolments).execute()
  })
  const answer = await teacher.api(contract.approveStudents, {
    course_id: course.id,
    student_ids,
    approved: true,
  })
  expect(answer.results.filter((result) => result.status === 'approved')).toHaveLength(500)
  const tooMany = { course_id: course.id, student_ids: [...student_ids, newId()], approved: true }
  await expect(teacher.api(contract.approveStudents, tooMany)).rejects.toMatchObject({
    errors: [{ path: 'student_ids', code: 'too_many' }],
  })
})

test('serialises concurrent decisions of two teachers, with a consistent history', async () => {
  const school = await createTestSchool()
  const { course, teacher, student, student_ids } = await aClass(school, { waiting: 5 })
  const admin = await school.admin()
  const reversed = [...student_ids].reverse()
  await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      (turn % 2 ? admin : teacher).api(contract.approveStudents, {
        course_id: course.id,
        student_ids: turn % 2 ? reversed : student_ids,
        approved: turn % 2 === 0,
      }),
    ),
  )
  const enrolment = await storedPosition(school, course.id, student.id)
  // Ids are created while the student is locked; `created_at` is the time of the request.
  const events = (await listEnrolmentEventsOf(school, student.id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(events.length).toBeGreaterThan(0)
  // Each row of the history continues the previous one: no decision used outdated data.
  for (const [index, event] of events.entries()) expect(event.status).not.toBe(events[index - 1]?.status)
  expect(events.at(-1)?.status).toBe(enrolment?.status)
})

function audited(school: TestSchool, course_id: string) {
  return school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('subject_id', '=', course_id)
      .orderBy('created_at')
      .select(['action', 'actor_id', 'change'])
      .execute(),
  )
}
