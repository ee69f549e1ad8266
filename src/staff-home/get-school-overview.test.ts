import { describe, expect, test } from 'vitest'
import { listStudents, listTeachers } from '#accounts/contract.ts'
import { listCourses } from '#courses/contract.ts'
import { listEnrolmentRequests } from '#learning/contract.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const overview = (person: TestUser) => person.api(contract.getSchoolOverview, {})

describe('the overview', () => {
  test('has the same figures as the lists that it opens', async () => {
    const school = await createTestSchool()
    const [admin, teacher] = [await school.admin(), await school.teacher()]
    await school.teacher({ status: 'awaiting_acceptance' })
    const course = await school.course({ course_teacher_id: teacher.id })
    await school.course({ created_by: admin.id, course_is_public: false })
    for (const status of ['active', 'suspended', 'removed'] as const)
      await school.enrol(await school.student({ status }), course, { status: 'pending' })
    for (const person of [admin, teacher]) {
      const figures = await overview(person)
      const sizeOf = async (list: Promise<{ data: unknown[] }>) => (await list).data.length
      expect(figures).toMatchObject({
        courses_count: await sizeOf(person.api(listCourses, {})),
        students_count: await sizeOf(person.api(listStudents, {})),
        pending_enrolments_count: await sizeOf(person.api(listEnrolmentRequests, {})),
      })
      expect(figures.pending_enrolments_count).toBe(2)
    }
    const accepted = await admin.api(listTeachers, { status: 'awaiting_acceptance' })
    expect((await overview(admin)).awaiting_teachers_count).toBe(accepted.data.length)
  })

  test('counts current items, without deleted, finished or other schools’ ones', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    await other.enrol(await other.student(), await other.course())
    const [admin, teacher] = [await school.admin(), await school.teacher()]
    await school.teacher({ status: 'awaiting_acceptance' })
    const open = await school.course({ course_teacher_id: teacher.id, created_by: teacher.id })
    await school.course({ course_is_public: false, created_by: teacher.id })
    await school.course({ deleted_at: new Date(), created_by: teacher.id })
    const [one, two] = [await school.student(), await school.student()]
    await school.student({ status: 'removed' })
    await school.enrol(one, open)
    await school.enrol(two, open, { status: 'pending' })
    expect(await overview(admin)).toMatchObject({
      courses_count: 2,
      public_courses_count: 1,
      students_count: 2,
      pending_enrolments_count: 1,
      awaiting_teachers_count: 1,
    })
  })

  test('covers a teacher’s own courses', async () => {
    const school = await createTestSchool()
    const [mine, theirs] = [await school.teacher(), await school.teacher()]
    await school.teacher({ status: 'awaiting_acceptance' })
    const [own, foreign] = [
      await school.course({ course_teacher_id: mine.id, created_by: theirs.id }),
      await school.course({ created_by: theirs.id, course_teacher_id: theirs.id }),
    ]
    const [one, two] = [await school.student(), await school.student()]
    for (const course of [own, foreign]) await school.enrol(one, course)
    await school.enrol(two, foreign, { status: 'pending' })
    await school.enrol(two, own, { student_approval_end_date: new Date('2020-01-01') })
    const ended = { course_end_date: new Date('2020-01-01'), unapprove_all_students_on_end_date: true }
    const over = await school.course({ course_teacher_id: mine.id, created_by: theirs.id, ...ended })
    await school.enrol(two, over)
    expect(await overview(mine)).toMatchObject({
      courses_count: 2,
      pending_enrolments_count: 0,
      awaiting_teachers_count: 0,
    })
    expect(await overview(theirs)).toMatchObject({ courses_count: 3, pending_enrolments_count: 1 })
  })
})
