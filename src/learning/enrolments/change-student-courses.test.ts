import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import {
  listEnrolmentEventsOf,
  listNotificationsOf,
  storedPosition,
} from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

test('refuses visitors and students', async () => {
  const school = await createTestSchool()
  const student = await school.student()
  const input = { student_id: student.id, add_course_ids: [] }
  await expect(school.visitor().api(contract.changeStudentCourses, input)).rejects.toMatchObject({
    status: 401,
  })
  await expect(student.api(contract.changeStudentCourses, input)).rejects.toMatchObject({ code: 'forbidden' })
})

test('approves a student whom staff add, even in a course without self-registration', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const student = await school.student()
  const closed = await school.course({ disable_direct_registration: true, course_is_public: false })
  const waited = await school.course()
  await school.enrol(student, waited, { status: 'pending', approved_at: null })
  const answer = await admin.api(contract.changeStudentCourses, {
    student_id: student.id,
    add_course_ids: [closed.id, waited.id],
  })
  expect(answer.results).toEqual([
    { course_id: closed.id, ok: true, status: 'approved', code: null },
    { course_id: waited.id, ok: true, status: 'approved', code: null },
  ])
  expect(await listEnrolmentEventsOf(school, student.id)).toMatchObject([
    { cause: 'added', changed_by: admin.id },
    { cause: 'added', changed_by: admin.id },
  ])
  expect((await listNotificationsOf(school, student.id)).mails).toHaveLength(2)
})

test('keeps the progress of a removed student and notifies the student', async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const student = await school.student()
  const content = await school.content()
  await school.enrol(student, { id: content.course_id })
  const progress = { content_id: content.id, opened: true }
  const first = await student.api(contract.saveProgress, progress)
  const input = { student_id: student.id, remove_course_ids: [content.course_id] }
  await admin.api(contract.changeStudentCourses, input)
  await expect(student.api(contract.saveProgress, progress)).rejects.toMatchObject({ code: 'not_enrolled' })
  const { notifications, mails } = await listNotificationsOf(school, student.id)
  expect([...notifications, ...mails].map((each) => each.kind)).toEqual([
    'deletion_from_course',
    'deletion_from_course',
  ])

  await admin.api(contract.changeStudentCourses, {
    student_id: student.id,
    add_course_ids: [content.course_id],
  })
  const again = await student.api(contract.saveProgress, progress)
  expect(again.completed_at).toBe(first.completed_at)
})

test('returns a result per course; teachers may change only their own courses', async () => {
  const school = await createTestSchool()
  const [teacher, student] = [await school.teacher(), await school.student()]
  const ownCourse = await school.course({ course_teacher_id: teacher.id })
  const other = await school.course()
  const unknown = newId()
  const left = await school.course({ created_by: teacher.id, course_teacher_id: null })
  const answer = await teacher.api(contract.changeStudentCourses, {
    student_id: student.id,
    add_course_ids: [ownCourse.id, other.id, unknown],
    remove_course_ids: [left.id],
  })
  expect(answer.results).toEqual([
    { course_id: ownCourse.id, ok: true, status: 'approved', code: null },
    { course_id: other.id, ok: false, status: null, code: 'not_your_course' },
    { course_id: unknown, ok: false, status: null, code: 'not_found' },
    { course_id: left.id, ok: false, status: null, code: 'not_enrolled' },
  ])
  expect(await storedPosition(school, other.id, student.id)).toBeUndefined()
})

test('refuses people who are not students of the school, and contradictory changes', async () => {
  const [school, elsewhere] = [await createTestSchool(), await createTestSchool()]
  const [admin, teacher, theirs] = [await school.admin(), await school.teacher(), await elsewhere.student()]
  const course = await school.course()
  for (const student_id of [teacher.id, theirs.id, newId()])
    await expect(
      admin.api(contract.changeStudentCourses, { student_id, add_course_ids: [course.id] }),
    ).rejects.toMatchObject({ code: 'not_found' })
  const student = await school.student()
  const both = { student_id: student.id, add_course_ids: [course.id], remove_course_ids: [course.id] }
  await expect(admin.api(contract.changeStudentCourses, both)).rejects.toMatchObject({
    errors: [{ path: 'remove_course_ids', code: 'contradiction' }],
  })
})
