import { describe, expect, test } from 'vitest'
import { createTestCourse, oneMinuteVideo } from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import { newId } from '#platform/security/tokens.ts'
import * as contract from '../contract.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('a student’s courses', () => {
  test('are listed for students only', async () => {
    const school = await createTestSchool()
    await expect(school.visitor().api(contract.listMyCourses, {})).rejects.toMatchObject({ status: 401 })
    const teacher = await school.teacher()
    await expect(teacher.api(contract.listMyCourses, {})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('are ordered by last opening and include the last position', async () => {
    const school = await createTestSchool()
    const { course, student, contents } = await createTestCourse(school, {
      course: { course_name: 'Films' },
      contents: [{ ...oneMinuteVideo, title: 'The film' }, {}],
    })
    const waiting = await school.course({ course_name: 'Waiting' })
    await school.enrol(student, waiting, { status: 'pending', created_at: ago(10) })
    const left = await school.course()
    await school.enrol(student, left, { status: 'removed' })
    const deleted = await school.course({ deleted_at: ago(5) })
    await school.enrol(student, deleted)
    await student.api(contract.saveProgress, { content_id: contents[1]!.id, opened: true })
    await new Promise((resume) => setTimeout(resume, 5))
    await student.api(contract.saveProgress, {
      content_id: contents[0]!.id,
      watched: [[0, 30]],
      position_seconds: 30.5,
    })

    const { data } = await student.api(contract.listMyCourses, {})
    expect(data).toMatchObject([
      {
        course_id: course.id,
        course_name: 'Films',
        status: 'approved',
        no_access_reason: null,
        progress: { total: 2, completed: 1, percentage: 50 },
        continue_at: { topic_id: contents[0]!.id, title: 'The film', type: 'video', position_seconds: 30.5 },
      },
      {
        course_id: waiting.id,
        status: 'pending',
        no_access_reason: 'not_approved',
        progress: { total: 0, completed: 0, percentage: 0 },
        continue_at: null,
      },
    ])
    const pending = await student.api(contract.listMyCourses, { status: 'pending' })
    expect(pending.data.map((row) => row.course_id)).toEqual([waiting.id])
    const removed = await student.api(contract.listMyCourses, { status: 'removed' })
    expect(removed.data.map((row) => row.course_id)).toEqual([left.id])
  })

  test('end at exactly their time, and are paged', async () => {
    const school = await createTestSchool()
    const student = await school.student()
    for (let minute = 1; minute <= 3; minute++)
      await school.enrol(student, await school.course(), {
        created_at: ago(minute),
        student_approval_end_date: ago(0),
      })
    const first = await student.api(contract.listMyCourses, { limit: 2 })
    expect(first.data).toMatchObject([
      { status: 'expired', no_access_reason: 'approval_ended' },
      { status: 'expired', no_access_reason: 'approval_ended' },
    ])
    const rest = await student.api(contract.listMyCourses, { limit: 2, cursor: first.next_cursor! })
    expect([rest.data.length, rest.next_cursor]).toEqual([1, null])
  })
})

describe('enrolment in a course', () => {
  test('is for students; access is answered for everybody', async () => {
    const school = await createTestSchool()
    const course = await school.course()
    const [visitor, teacher] = [school.visitor(), await school.teacher()]
    const input = { course_id: course.id }
    await expect(visitor.api(contract.getMyEnrolment, input)).rejects.toMatchObject({ status: 401 })
    await expect(visitor.api(contract.getCourseAccess, input)).rejects.toMatchObject({ status: 401 })
    await expect(teacher.api(contract.getMyEnrolment, input)).rejects.toMatchObject({ code: 'forbidden' })
    const refused = { has_access: false, code: 'not_your_course' }
    await expect(teacher.api(contract.getCourseAccess, input)).resolves.toMatchObject(refused)
    const owner = await school.owner()
    await expect(owner.api(contract.getCourseAccess, input)).resolves.toMatchObject({
      has_access: true,
      code: null,
    })
  })

  test.each([
    [null, { status: null, may_request: true, has_access: false }, 'not_enrolled'],
    [{ status: 'pending' }, { status: 'pending', may_request: false, has_access: false }, 'not_approved'],
    [{ status: 'approved' }, { status: 'approved', may_request: false, has_access: true }, null],
    [
      { status: 'unapproved' },
      { status: 'unapproved', may_request: true, has_access: false },
      'not_approved',
    ],
    [{ status: 'removed' }, { status: 'removed', may_request: true, has_access: false }, 'not_enrolled'],
    [
      { student_approval_end_date: ago(1) },
      { status: 'expired', may_request: true, has_access: false },
      'approval_ended',
    ],
  ])('%o', async (enrolment, effectiveStatus, code) => {
    const school = await createTestSchool()
    const [course, student] = [await school.course(), await school.student()]
    if (enrolment) await school.enrol(student, course, enrolment)
    const input = { course_id: course.id }
    await expect(student.api(contract.getMyEnrolment, input)).resolves.toMatchObject({
      ...effectiveStatus,
      code: null,
    })
    const access = { has_access: effectiveStatus.has_access, code }
    await expect(student.api(contract.getCourseAccess, input)).resolves.toMatchObject(access)
  })

  test('explains why a course accepts no requests', async () => {
    const school = await createTestSchool()
    const student = await school.student()
    const course = await school.course({ is_coming_soon: true })
    const answer = await student.api(contract.getMyEnrolment, { course_id: course.id })
    expect(answer).toMatchObject({ may_request: false, code: 'course_coming_soon' })
  })

  test('hides a private course from people without an enrolment', async () => {
    const school = await createTestSchool()
    const [student, other] = [await school.student(), await school.student()]
    const course = await school.course({ course_is_public: false })
    await school.enrol(student, course)
    const input = { course_id: course.id }
    const expected = { has_access: true, may_request: false, code: 'course_not_open' }
    await expect(student.api(contract.getMyEnrolment, input)).resolves.toMatchObject(expected)
    for (const route of [contract.getMyEnrolment, contract.getCourseAccess])
      await expect(other.api(route, input)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the history of a student', () => {
  test('is visible to staff and that student', async () => {
    const school = await createTestSchool()
    const { student, teacher, course } = await createTestCourse(school)
    const [other, admin] = [await school.student(), await school.admin()]
    const input = { student_id: student.id }
    for (const route of [contract.listStudentCourses, contract.listEnrolmentEvents]) {
      await expect(school.visitor().api(route, input)).rejects.toMatchObject({ status: 401 })
      await expect(other.api(route, input)).rejects.toMatchObject({ status: 404, code: 'not_found' })
      for (const student_id of [teacher.id, newId()])
        await expect(admin.api(route, { student_id })).rejects.toMatchObject({ code: 'not_found' })
    }
    for (const reader of [student, teacher, admin]) {
      const { data } = await reader.api(contract.listStudentCourses, input)
      expect(data.map((row) => row.course_id)).toEqual([course.id])
    }
  })

  test('shows a teacher only the teacher’s own courses', async () => {
    const school = await createTestSchool()
    const { student, teacher, course } = await createTestCourse(school)
    const admin = await school.admin()
    const other = await school.course()
    const add = { student_id: student.id, add_course_ids: [other.id] }
    await admin.api(contract.changeStudentCourses, add)
    await admin.api(contract.changeStudentCourses, { student_id: student.id, remove_course_ids: [other.id] })
    const away = { course_id: course.id, student_ids: [student.id], approved: false }
    await teacher.api(contract.approveStudents, away)

    const events = async (reader: typeof admin, course_id?: string) => {
      const input = { student_id: student.id, ...(course_id && { course_id }) }
      return (await reader.api(contract.listEnrolmentEvents, input)).data
    }
    expect((await events(teacher)).map((event) => event.cause)).toEqual(['unapproved'])
    expect((await events(admin)).map((event) => event.cause)).toEqual(['unapproved', 'removed', 'added'])
    expect((await events(admin, other.id)).map((event) => event.cause)).toEqual(['removed', 'added'])
    const [latest] = await events(student as typeof admin)
    expect(latest).toMatchObject({
      course_name: course.course_name,
      changed_by: { id: teacher.id, name: teacher.name },
    })

    const courses = async (reader: typeof admin) =>
      (await reader.api(contract.listStudentCourses, { student_id: student.id })).data.map(
        (row) => row.status,
      )
    expect(await courses(teacher)).toEqual(['unapproved'])
    expect((await courses(admin)).sort()).toEqual(['removed', 'unapproved'])
  })
})
