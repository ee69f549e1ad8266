import { afterEach, expect, test } from 'vitest'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, resetClock, setClock } from '#testing/builders/school-builder.ts'
import { newId } from '#platform/security/tokens.ts'
import * as contract from '../contract.ts'

afterEach(resetClock)

test('exports the students of a course with formulas escaped', async () => {
  const school = await createTestSchool()
  const { course, teacher, student, content } = await createTestCourse(school)
  await student.api(contract.saveProgress, { content_id: content.id, opened: true })
  await school.enrol(await school.student({ name: '=HYPERLINK("http://evil.test")' }), course)
  await school.enrol(await school.student({ name: 'Ọláyínká, "Zoë"' }), course, { status: 'pending' })
  const { url } = await teacher.api(contract.createStudentsFileLink, { course_id: course.id, sort: 'name' })
  const file = await school.visitor().request({ method: 'GET', url })
  expect(file.status).toBe(200)
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="students-[\w-]+\.csv"$/)
  expect(file.text.startsWith('\uFEFF"Name","E-mail","User code","Status"')).toBe(true)
  expect(file.text).toContain(`"'=HYPERLINK(""http://evil.test"")"`)
  expect(file.text).toContain('"Ọláyínká, ""Zoë"""')
  expect(file.text).toContain(`"${student.email}","","Approved","","100","1","1"`)
  expect(file.text.trimEnd().split('\r\n')).toHaveLength(4)
})

test('applies filters and contains more than one page', async () => {
  const school = await createTestSchool()
  const [admin, course] = [await school.admin(), await school.course()]
  const ids = Array.from({ length: 1_003 }, () => newId())
  await school.transact(async ({ tx, school_id }) => {
    const users = ids.map((id) => ({ school_id, id, role: 'student', name: 'S', email: `${id}@many.test` }))
    await tx.insertInto('users').values(users).execute()
    const enrolment = { school_id, course_id: course.id, status: 'approved' }
    await tx
      .insertInto('enrolments')
      .values(ids.map((user_id) => ({ ...enrolment, user_id })))
      .execute()
  })
  await school.enrol(await school.student(), course, { status: 'pending' })
  const { url } = await admin.api(contract.createStudentsFileLink, {
    course_id: course.id,
    status: 'approved',
  })
  const { text } = await school.visitor().request({ method: 'GET', url })
  const addresses = [...text.matchAll(/"([\w-]+)@many\.test"/g)].map(([, id]) => id)
  expect(new Set(addresses).size).toBe(1_003)
  expect(addresses).toHaveLength(1_003)
  expect(text).not.toContain('"Waiting"')
})

test('accepts a link for one course, for two minutes, from current staff', async () => {
  const school = await createTestSchool()
  const { course, teacher } = await createTestCourse(school)
  const other = await school.course({ created_by: teacher.id, course_teacher_id: teacher.id })
  const visitor = await school.teacher()
  const input = { course_id: course.id }
  await expect(visitor.api(contract.createStudentsFileLink, input)).rejects.toMatchObject({
    code: 'not_your_course',
  })
  const { url } = await teacher.api(contract.createStudentsFileLink, input)
  const status = async (address: string, from = school) =>
    (await from.visitor().request({ method: 'GET', url: address })).status
  expect(await status(url)).toBe(200)
  expect(await status(url.replace(course.id, other.id))).toBe(403)
  expect(await status(url.replace('filters_json=%7B%7D', 'filters_json=%7B%22tier%22%3A1%7D'))).toBe(403)
  expect(await status(`/files/students/${course.id}`)).toBe(404)
  expect(await status(url, await createTestSchool())).toBe(403)
  setClock(new Date(Date.now() + 121_000))
  expect(await status(url)).toBe(403)
  resetClock()
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('school_id', '=', school_id)
      .where('id', '=', teacher.id)
      .execute(),
  )
  expect(await status(url)).toBe(404)
})
