import { describe, expect, test } from 'vitest'
import { manyStudents } from '#testing/builders/many-students.ts'
import { createTestCourse, oneMinuteVideo } from '#testing/builders/learning-builder.ts'
import { rowsReadBy } from '#testing/harness/rows-read.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe('students of a course', () => {
  const path = (id: string) => `/api/courses/v2/students/course_id/${id}/`

  test('are for the staff of that course', async () => {
    const school = await createTestSchool()
    const { course, student } = await createTestCourse(school)
    expect((await school.visitor().request({ method: 'GET', url: path(course.id) })).status).toBe(401)
    const input = { course_id: course.id }
    await expect(student.api(contract.listCourseStudents, input)).rejects.toMatchObject({ code: 'forbidden' })
    const visitor = await school.teacher()
    await expect(visitor.api(contract.listCourseStudents, input)).rejects.toMatchObject({
      code: 'not_your_course',
    })
  })

  test('include progress on request, also with the flag alone', async () => {
    const school = await createTestSchool()
    const contents = [{}, oneMinuteVideo, {}, { is_published: false }]
    const { course, student, teacher, contents: made } = await createTestCourse(school, { contents })
    for (const content of [made[0]!, made[2]!])
      await student.api(contract.saveProgress, { content_id: content.id, opened: true })
    const bare = await teacher.request({ method: 'GET', url: path(course.id) })
    expect(bare.json.data).toMatchObject([{ student_id: student.id, name: student.name, status: 'approved' }])
    expect(bare.json.data[0]).not.toHaveProperty('progress')
    for (const query of ['?withCourseProgress', '?withCourseProgress=true']) {
      const { json } = await teacher.request({ method: 'GET', url: path(course.id) + query })
      expect(json.data[0].progress, query).toEqual({ total: 3, completed: 2, percentage: 66 })
    }
    const off = await teacher.request({ method: 'GET', url: `${path(course.id)}?withCourseProgress=false` })
    expect(off.json.data[0]).not.toHaveProperty('progress')
  })

  test('are filtered by their effective status', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const course = await school.course()
    const enrolment = {
      pending: { status: 'pending' },
      approved: { status: 'approved' },
      over: { status: 'approved', student_approval_end_date: ago(1) },
      expired: { status: 'expired' },
      unapproved: { status: 'unapproved' },
      removed: { status: 'removed' },
    }
    for (const [name, given] of Object.entries(enrolment))
      await school.enrol(await school.student({ name }), course, given)
    const names = async (status?: 'pending' | 'approved' | 'expired' | 'unapproved' | 'removed') => {
      const input = { course_id: course.id, sort: 'name' as const, ...(status && { status }) }
      const { data } = await admin.api(contract.listCourseStudents, input)
      return data.map((row) => `${row.name}:${row.status}`)
    }
    expect(await names('approved')).toEqual(['approved:approved'])
    expect(await names('expired')).toEqual(['expired:expired', 'over:expired'])
    expect(await names('pending')).toEqual(['pending:pending'])
    expect(await names('unapproved')).toEqual(['unapproved:unapproved'])
    expect(await names('removed')).toEqual(['removed:removed'])
    expect(await names()).not.toContain('removed:removed')
    expect(await names()).toHaveLength(5)
  })

  test('of an ended course are unapproved at once', async () => {
    const school = await createTestSchool()
    const { course, teacher } = await createTestCourse(school, {
      course: { course_end_date: ago(1), unapprove_all_students_on_end_date: true },
    })
    for (const status of ['unapproved', undefined] as const) {
      const { data } = await teacher.api(contract.listCourseStudents, {
        course_id: course.id,
        ...(status && { status }),
      })
      expect(data.map((row) => row.status)).toEqual(['unapproved'])
    }
  })

  test('are found by part of a name or address, ignoring accents, without wildcards', async () => {
    const school = await createTestSchool()
    const [admin, course] = [await school.admin(), await school.course()]
    for (const name of ['Ọláyínká Adé', 'Olivier 100%', 'Zoë_x'])
      await school.enrol(await school.student({ name }), course)
    const found = async (search: string) =>
      (await admin.api(contract.listCourseStudents, { course_id: course.id, search, sort: 'name' })).data.map(
        (row) => row.name,
      )
    expect(await found('olayinka')).toEqual(['Ọláyínká Adé'])
    expect(await found('ZOE')).toEqual(['Zoë_x'])
    expect(await found('%')).toEqual(['Olivier 100%'])
    expect(await found('_')).toEqual(['Zoë_x'])
    expect(await found('people.test')).toHaveLength(3)
    expect(await found('  ')).toHaveLength(3)
  })

  test.each(['newest', 'oldest', 'name', 'last_active'] as const)(
    'sorted by %s are paged without gaps or repetitions',
    async (sort) => {
      const school = await createTestSchool()
      const [admin, course] = [await school.admin(), await school.course()]
      const rows: { name: string; created: number; active: number }[] = []
      for (let index = 0; index < 7; index++) {
        const name = `Student ${(index * 3) % 7}`
        const [created, active] = [index % 3, index % 2 ? (index * 5) % 7 : null]
        const created_at = ago(100 - created)
        const last_opened_at = active === null ? null : ago(active)
        await school.enrol(await school.student({ name }), course, { created_at, last_opened_at })
        rows.push({ name, created: created_at.getTime(), active: (last_opened_at ?? created_at).getTime() })
      }
      const allRows = []
      let cursor: string | undefined
      do {
        const input = { course_id: course.id, sort, limit: 2, ...(cursor && { cursor }) }
        const page = await admin.api(contract.listCourseStudents, input)
        allRows.push(...page.data)
        cursor = page.next_cursor ?? undefined
      } while (cursor)
      expect(new Set(allRows.map((row) => row.student_id)).size).toBe(7)
      const keyOf = {
        newest: (name: string) => -rows.find((row) => row.name === name)!.created,
        oldest: (name: string) => rows.find((row) => row.name === name)!.created,
        name: (name: string) => Number(name.at(-1)),
        last_active: (name: string) => -rows.find((row) => row.name === name)!.active,
      }[sort]
      const keys = allRows.map((row) => keyOf(row.name))
      expect(keys).toEqual([...keys].sort((a, b) => a - b))
    },
  )

  test('cost the same for the first page of ten thousand as of ten', async () => {
    const school = await createTestSchool()
    const admin = await school.admin()
    const small = await createTestCourse(school, { contents: Array.from({ length: 10 }, () => ({})) })
    const large = await createTestCourse(school, { contents: Array.from({ length: 10 }, () => ({})) })
    await manyStudents(school, {
      course_id: small.course.id,
      size: 10,
      completed: small.contents.slice(0, 3),
    })
    await manyStudents(school, {
      course_id: large.course.id,
      size: 10_000,
      completed: large.contents.slice(0, 3),
    })
    const rowsOfFirstPage = ({ id }: { id: string }) =>
      rowsReadBy(school.school_id, ['enrolments', 'users', 'content_progress'], () =>
        admin.api(contract.listCourseStudents, { course_id: id, withCourseProgress: true }),
      )
    const [ten, many] = [await rowsOfFirstPage(small.course), await rowsOfFirstPage(large.course)]
    // The page contains 25 people; a full scan would read thousands.
    expect(ten).toBeGreaterThan(10)
    expect(many / ten).toBeLessThan(5)
  })
})

describe('students without an enrolment in a course', () => {
  test('are the others of the school, and removed ones', async () => {
    const school = await createTestSchool()
    const { course, teacher, student } = await createTestCourse(school)
    const [free, removed, suspended] = [
      await school.student({ name: 'Free' }),
      await school.student({ name: 'Gone' }),
      await school.student({ name: 'Suspended', status: 'suspended' }),
    ]
    await school.enrol(removed, course, { status: 'removed' })
    await school.enrol(await school.student(), course, { status: 'unapproved' })
    const { data } = await teacher.api(contract.listStudentsNotTaking, { course_id: course.id })
    expect(data.map((row) => row.student_id)).toEqual([free.id, removed.id])
    expect(
      [student.id, suspended.id, teacher.id].some((id) => data.some((row) => row.student_id === id)),
    ).toBe(false)
    const found = await teacher.api(contract.listStudentsNotTaking, { course_id: course.id, search: 'go' })
    expect(found.data.map((row) => row.name)).toEqual(['Gone'])
    const page = await teacher.api(contract.listStudentsNotTaking, { course_id: course.id, limit: 1 })
    const next = await teacher.api(contract.listStudentsNotTaking, {
      course_id: course.id,
      limit: 1,
      cursor: page.next_cursor!,
    })
    expect([page.data[0]?.name, next.data[0]?.name, next.next_cursor]).toEqual(['Free', 'Gone', null])
  })

  test('are for the staff of that course', async () => {
    const school = await createTestSchool()
    const { course, student } = await createTestCourse(school)
    const input = { course_id: course.id }
    await expect(school.visitor().api(contract.listStudentsNotTaking, input)).rejects.toMatchObject({
      status: 401,
    })
    await expect(student.api(contract.listStudentsNotTaking, input)).rejects.toMatchObject({
      code: 'forbidden',
    })
    const visitor = await school.teacher()
    await expect(visitor.api(contract.listStudentsNotTaking, input)).rejects.toMatchObject({
      code: 'not_your_course',
    })
  })
})

describe('pending requests', () => {
  test('are for staff, for teachers of their own courses, the oldest first', async () => {
    const school = await createTestSchool()
    const { course, teacher, student } = await createTestCourse(school)
    const [admin, other] = [await school.admin(), await school.course()]
    const waiting = [await school.student({ name: 'Second' }), await school.student({ name: 'First' })]
    await school.enrol(waiting[0]!, course, { status: 'pending', created_at: ago(5) })
    await school.enrol(waiting[1]!, other, { status: 'pending', created_at: ago(9) })
    await expect(school.visitor().api(contract.listEnrolmentRequests, {})).rejects.toMatchObject({
      status: 401,
    })
    await expect(student.api(contract.listEnrolmentRequests, {})).rejects.toMatchObject({ code: 'forbidden' })
    const names = async (reader: typeof admin, search?: string) =>
      (await reader.api(contract.listEnrolmentRequests, search ? { search } : {})).data.map((row) => row.name)
    expect(await names(admin)).toEqual(['First', 'Second'])
    expect(await names(teacher)).toEqual(['Second'])
    expect(await names(admin, 'fir')).toEqual(['First'])
    const page = await admin.api(contract.listEnrolmentRequests, { limit: 1 })
    const next = await admin.api(contract.listEnrolmentRequests, { limit: 1, cursor: page.next_cursor! })
    expect([next.data[0]?.course_name, next.next_cursor]).toEqual([course.course_name, null])
  })
})
