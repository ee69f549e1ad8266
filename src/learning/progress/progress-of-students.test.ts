import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse, oneMinuteVideo, storedPosition } from '#testing/builders/learning-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const text = { title: 'Charts', completion_rule: null, body: `<p>${'word '.repeat(400)}</p>` }

/** Two students of a course with a video, a text and a file; the first has begun. */
async function aClass() {
  const school = await createTestSchool()
  const contents = [
    { ...oneMinuteVideo, title: 'The film' },
    text,
    { type: 'file', title: 'The map' },
    { title: 'Draft', is_published: false },
  ]
  const fixture = await createTestCourse(school, { contents })
  const other = await school.student({ name: 'Zola' })
  await school.enrol(other, fixture.course)
  await school.enrol(await school.student(), fixture.course, { status: 'pending' })
  const [video, page, file, draft] = fixture.contents.map(({ id }) => id) as [string, string, string, string]
  await fixture.student.api(contract.saveProgress, { content_id: video, watched: [[0, 30]] })
  await fixture.student.api(contract.saveProgress, { content_id: page, read_percentage: 40 })
  return { ...fixture, school, other, video, page, file, draft }
}

type Class = Awaited<ReturnType<typeof aClass>>

const stateOf = async ({ teacher, student, course }: Class, content_id: string) => {
  const { data } = await teacher.api(contract.listStudentProgress, {
    student_id: student.id,
    course_id: course.id,
  })
  return data.find((row) => row.content_id === content_id)
}

describe('the way of one student', () => {
  test('lists each published content in order, for staff and the student', async () => {
    const fixture = await aClass()
    const input = { student_id: fixture.student.id, course_id: fixture.course.id }
    const { data } = await fixture.teacher.api(contract.listStudentProgress, input)
    expect(data.map(({ title, state, percentage }) => [title, state, percentage])).toEqual([
      ['The film', 'started', 50],
      ['Charts', 'started', 40],
      ['The map', 'not_started', null],
    ])
    expect(data[0]).toMatchObject({ opened_at: expect.any(String), completed_at: null })
    const first = await fixture.student.api(contract.listStudentProgress, { ...input, limit: 2 })
    const rest = await fixture.student.api(contract.listStudentProgress, {
      ...input,
      limit: 2,
      cursor: first.next_cursor!,
    })
    expect([...first.data, ...rest.data]).toEqual(data)
    expect(rest.next_cursor).toBeNull()
  })

  test('is hidden from other students and from teachers of other courses', async () => {
    const { school, student, other, course } = await aClass()
    const input = { student_id: student.id, course_id: course.id }
    await expect(other.api(contract.listStudentProgress, input)).rejects.toMatchObject({ status: 404 })
    const outsider = await school.teacher()
    await expect(outsider.api(contract.listStudentProgress, input)).rejects.toMatchObject({
      code: 'not_your_course',
    })
    const newcomer = await school.student()
    const owner = await school.admin()
    await expect(
      owner.api(contract.listStudentProgress, { ...input, student_id: newcomer.id }),
    ).rejects.toMatchObject({ code: 'not_enrolled' })
  })
})

describe('who is where', () => {
  test('counts approved students by state for each content', async () => {
    const { teacher, course } = await aClass()
    const { data } = await teacher.api(contract.listCourseProgress, { course_id: course.id })
    expect(
      data.map(({ title, not_started, started, completed }) => [title, not_started, started, completed]),
    ).toEqual([
      ['The film', 1, 1, 0],
      ['Charts', 1, 1, 0],
      ['The map', 2, 0, 0],
    ])
  })

  test('lists students by name, filtered by state and name', async () => {
    const { teacher, student, other, video, draft } = await aClass()
    const list = async (given: object = {}) => {
      const { data } = await teacher.api(contract.listContentProgress, { content_id: video, ...given })
      return data.map((row) => [row.student_id, row.state, row.percentage])
    }
    const begun = [student.id, 'started', 50]
    const waiting = [other.id, 'not_started', 0]
    expect(await list()).toEqual(expect.arrayContaining([begun, waiting]))
    expect(await list({ state: 'started' })).toEqual([begun])
    expect(await list({ state: 'not_started' })).toEqual([waiting])
    expect(await list({ state: 'completed' })).toEqual([])
    expect(await list({ search: 'zol' })).toEqual([waiting])
    await expect(list({ content_id: draft })).rejects.toMatchObject({ status: 404 })
  })

  test('lists the students of a mirror with the contents of its origin', async () => {
    const { school, course, video } = await aClass()
    const admin = await school.admin()
    const mirror = await school.course({ mirror_course_id: course.id })
    const student = await school.student()
    await school.enrol(student, mirror)
    const watched = { content_id: video, course_id: mirror.id, watched: [[0, 15]] }
    await student.api(contract.saveProgress, watched)
    const { data } = await admin.api(contract.listContentProgress, {
      content_id: video,
      course_id: mirror.id,
    })
    expect(data).toMatchObject([{ student_id: student.id, percentage: 25 }])
  })

  test('is for the teachers of the course', async () => {
    const { school, course, video } = await aClass()
    const outsider = await school.teacher()
    const refused = { code: 'not_your_course' }
    await expect(outsider.api(contract.listCourseProgress, { course_id: course.id })).rejects.toMatchObject(
      refused,
    )
    await expect(outsider.api(contract.listContentProgress, { content_id: video })).rejects.toMatchObject(
      refused,
    )
  })
})

describe('corrections by staff', () => {
  const change = (teacher: TestUser, given: object) => teacher.api(contract.changeProgress, given as never)

  test('mark contents as completed for chosen students, and complete the course', async () => {
    const fixture = await aClass()
    const { school, teacher, course, student, other, video, page, file } = fixture
    const chosen = { course_id: course.id, student_ids: [student.id, other.id], completed: true }
    await expect(change(teacher, { ...chosen, content_ids: [video, page] })).resolves.toEqual({
      contents: 4,
      students: 2,
    })
    expect((await storedPosition(school, course.id, student.id))?.completed_at).toBeNull()
    await expect(change(teacher, { ...chosen, content_ids: [video, file] })).resolves.toEqual({
      contents: 2,
      students: 2,
    })
    for (const { id } of [student, other])
      expect((await storedPosition(school, course.id, id))?.completed_at).not.toBeNull()
    expect(await stateOf(fixture, video)).toMatchObject({ state: 'completed', percentage: 100 })
    const { data } = await teacher.api(contract.listContentProgress, { content_id: file })
    expect(data).toMatchObject([{ opened_at: null }, { opened_at: null }])
  })

  test('reset contents, which the student then has to do again', async () => {
    const fixture = await aClass()
    const { teacher, course, student, video } = fixture
    const save = (given: object) => student.api(contract.saveProgress, { content_id: video, ...given })
    await save({ watched: [[0, 60]] })
    const chosen = { course_id: course.id, student_ids: [student.id], content_ids: [video] }
    await expect(change(teacher, { ...chosen, completed: false })).resolves.toEqual({
      contents: 1,
      students: 1,
    })
    expect(await stateOf(fixture, video)).toMatchObject({ state: 'started', percentage: 0 })
    await expect(change(teacher, { ...chosen, completed: false })).resolves.toEqual({
      contents: 0,
      students: 0,
    })
    await expect(save({ completed: true })).rejects.toMatchObject({ code: 'not_watched_enough' })
    await expect(save({ watched: [[0, 54]] })).resolves.toMatchObject({ completed_at: expect.any(String) })
  })

  test('are in the audit log, and skip people and contents of other courses', async () => {
    const { school, teacher, course, student, video, draft } = await aClass()
    const elsewhere = await createTestCourse(school)
    const outsider = await school.student()
    const chosen = {
      course_id: course.id,
      student_ids: [student.id, outsider.id],
      content_ids: [video, draft, elsewhere.content.id],
      completed: true,
    }
    await expect(change(teacher, chosen)).resolves.toEqual({ contents: 1, students: 1 })
    const entry = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('audit_log')
        .where('school_id', '=', school_id)
        .where('action', '=', 'progress.completed')
        .select(['actor_id', 'change'])
        .executeTakeFirst(),
    )
    expect(entry).toMatchObject({
      actor_id: teacher.id,
      change: { student_ids: [student.id], content_ids: [video] },
    })
    await expect(change(elsewhere.teacher, { ...chosen, content_ids: [video] })).rejects.toMatchObject({
      code: 'not_your_course',
    })
  })

  test('are limited in number', async () => {
    const { teacher, course, student } = await aClass()
    const many = (count: number) => Array.from({ length: count }, () => newId())
    const chosen = { course_id: course.id, student_ids: [student.id, ...many(99)], content_ids: many(51) }
    await expect(change(teacher, { ...chosen, completed: true })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
