import { describe, expect, test } from 'vitest'
import { createContent, getCourseContents, updateContent } from '#courses/contract.ts'
import { createTestCourse, oneMinuteVideo, storedPosition } from '#testing/builders/learning-builder.ts'
import { createTestSchool, resetClock, setClock, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const saver = (student: TestUser, content_id: string) => (given: Record<string, unknown>) =>
  student.api(contract.saveProgress, { content_id, ...given })

const isDone = { completed_at: expect.any(String) }
const isOpen = { completed_at: null }

describe('completion by a teacher’s rule', () => {
  test('at a percentage of media', async () => {
    const contents = [{ ...oneMinuteVideo, completion_percentage: 50 }]
    const { student, content } = await createTestCourse(await createTestSchool(), { contents })
    const save = saver(student, content.id)
    await expect(save({ watched: [[0, 29]] })).resolves.toMatchObject(isOpen)
    await expect(save({ completed: true })).rejects.toMatchObject({ code: 'not_watched_enough' })
    await expect(save({ watched: [[29, 30]] })).resolves.toMatchObject(isDone)
  })

  test('by opening a video', async () => {
    const contents = [{ ...oneMinuteVideo, completion_rule: 'opened' }]
    const { student, content } = await createTestCourse(await createTestSchool(), { contents })
    await expect(saver(student, content.id)({ opened: true })).resolves.toMatchObject(isDone)
  })

  test.each(['text', 'video'])('by a manual mark on a %s', async (type) => {
    const contents = [{ type, duration_seconds: 60, completion_rule: 'marked' }]
    const { student, content } = await createTestCourse(await createTestSchool(), { contents })
    const save = saver(student, content.id)
    await expect(save({ opened: true, watched: [[0, 60]] })).resolves.toMatchObject(isOpen)
    await expect(save({ completed: true })).resolves.toMatchObject(isDone)
  })

  test('uses the length of the version that the student reads', async () => {
    const school = await createTestSchool()
    const { course, content } = await createTestCourse(school, { contents: [oneMinuteVideo] })
    await school.transact(async ({ tx, school_id }) => {
      const version = { school_id, content_id: content.id, title: '', body: '', embed_url: '' }
      const of = { audience: 'new_students', number: 2, published_at: new Date(0), duration_seconds: 10 }
      await tx
        .insertInto('content_versions')
        .values({ ...version, ...of })
        .execute()
      await tx
        .updateTable('contents')
        .set({ new_students_since: new Date(0) })
        .where('school_id', '=', school_id)
        .where('id', '=', content.id)
        .execute()
    })
    const old = await school.student()
    await school.enrol(old, course, { approved_at: null })
    const late = await school.student()
    await school.enrol(late, course)
    await expect(saver(old, content.id)({ watched: [[0, 20]] })).resolves.toMatchObject(isOpen)
    await expect(saver(late, content.id)({ watched: [[0, 20]] })).resolves.toMatchObject({
      ...isDone,
      watched_seconds: 10,
    })
  })
})

describe('locked content refuses progress', () => {
  const later = new Date(Date.now() + 3_600_000)

  test.each([
    ['content_not_open_yet', { opens_at: later }],
    ['content_not_open_yet', { opens_after_days: 1 }],
  ])('%s', async (code, rule) => {
    const { student, content } = await createTestCourse(await createTestSchool(), { contents: [rule] })
    await expect(saver(student, content.id)({ opened: true })).rejects.toMatchObject({ status: 403, code })
  })

  test('until exactly its opening time', async () => {
    const { student, content } = await createTestCourse(await createTestSchool(), {
      contents: [{ opens_at: later }],
    })
    try {
      setClock(later)
      await expect(saver(student, content.id)({ opened: true })).resolves.toMatchObject(isDone)
    } finally {
      resetClock()
    }
  })

  test('until its prerequisite is completed; completed content stays open after rule changes', async () => {
    const { teacher, student, contents } = await createTestCourse(await createTestSchool(), {
      contents: [{}, {}, {}],
    })
    const [first, second, third] = contents.map((content) => content.id) as [string, string, string]
    await saver(student, third)({ opened: true })
    const waits = { opens_after_content_id: first }
    for (const id of [second, third]) await teacher.api(updateContent, { id, ...waits })
    await expect(saver(student, second)({ opened: true })).rejects.toMatchObject({
      code: 'prerequisite_not_completed',
    })
    await expect(saver(student, third)({ opened: true })).resolves.toMatchObject(isDone)
    await saver(student, first)({ opened: true })
    await expect(saver(student, second)({ opened: true })).resolves.toMatchObject(isDone)
  })

  test('below the content’s own tier', async () => {
    const course = { enable_tiering: true, tiering_maximum: 2 }
    const { student, content } = await createTestCourse(await createTestSchool(), {
      course,
      contents: [{ lowest_tier: 2 }],
    })
    await expect(saver(student, content.id)({ opened: true })).rejects.toMatchObject({ code: 'tier_too_low' })
  })
})

describe('completion of a course', () => {
  test('requires all contents that are not optional', async () => {
    const contents = [{}, { is_optional: true }, {}]
    const { course, student, contents: made } = await createTestCourse(await createTestSchool(), { contents })
    const progress = async () => (await student.api(getCourseContents, { id: course.id })).progress
    await saver(student, made[0]!.id)({ opened: true })
    expect(await progress()).toEqual({ total: 2, completed: 1, percentage: 50 })
    const last = await saver(student, made[2]!.id)({ opened: true })
    expect(last.course_completed_at).not.toBeNull()
    const { data } = await student.api(contract.listMyCourses, {})
    expect(data[0]!.progress).toEqual({ total: 2, completed: 2, percentage: 100 })
  })

  test('is kept when contents are added, which new students must complete', async () => {
    const school = await createTestSchool()
    const { course, lesson, teacher, content } = await createTestCourse(school)
    const people = await Promise.all(Array.from({ length: 40 }, () => school.student()))
    for (const person of people) await school.enrol(person, course)
    for (const person of people) await saver(person, content.id)({ opened: true })
    const before = await storedPosition(school, course.id, people[7]!.id)

    const given = { lesson_id: lesson.id, type: 'text' as const, title: 'New', is_published: true }
    await new Promise((resume) => setTimeout(resume, 5))
    const added = await teacher.api(createContent, given)

    const rows = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('enrolments')
        .where('school_id', '=', school_id)
        .where('course_id', '=', course.id)
        .where('completed_at', 'is not', null)
        .select('user_id')
        .execute(),
    )
    expect(rows).toHaveLength(40)
    const students = await teacher.api(contract.listCourseStudents, {
      course_id: course.id,
      withCourseProgress: true,
      limit: 100,
    })
    const shown = students.data.filter((row) => row.completed_at).map((row) => row.progress)
    expect(shown).toEqual(Array.from({ length: 40 }, () => ({ total: 2, completed: 1, percentage: 100 })))

    const old = people[7]!
    const reply = await old.api(getCourseContents, { id: course.id })
    expect(reply.progress.percentage).toBe(100)
    expect(reply.enrolment?.completed_at).toBe(before!.completed_at!.toISOString())
    expect(reply.lessons[0]!.contents.map((one) => one.is_new ?? false)).toEqual([false, true])
    await saver(old, added.id)({ opened: true })
    const after = await old.api(getCourseContents, { id: course.id })
    expect(after.lessons[0]!.contents.map((one) => one.is_new ?? false)).toEqual([false, false])
    expect(after.enrolment?.completed_at).toBe(before!.completed_at!.toISOString())

    const newcomer = await school.student()
    await school.enrol(newcomer, course)
    const half = await saver(newcomer, content.id)({ opened: true })
    expect(half.course_completed_at).toBeNull()
    const saved = await saver(newcomer, added.id)({ opened: true })
    expect(saved.course_completed_at).not.toBeNull()
  })
})
