import { afterEach, describe, expect, test } from 'vitest'
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

describe('completion of a text by reading', () => {
  /** 40 words, so ten seconds; nine of them complete it. */
  const text = { completion_rule: null, body: `<p>${'word '.repeat(40)}</p>` }
  const start = Math.floor(Date.now() / 1_000) + 1
  const at = (second: number) => setClock(new Date((start + second) * 1_000))
  const visible = (from: number, to: number) => ({ visible: [[start + from, start + to]] })

  async function openedText(given = {}) {
    const fixture = await createTestCourse(await createTestSchool(), { contents: [{ ...text, ...given }] })
    at(0)
    const save = saver(fixture.student, fixture.content.id)
    await expect(save({ opened: true })).resolves.toMatchObject(isOpen)
    return { ...fixture, save }
  }

  afterEach(resetClock)

  test('needs most of its reading time on the screen, counted once', async () => {
    const { save } = await openedText()
    at(20)
    await expect(save(visible(0, 8))).resolves.toMatchObject({ ...isOpen, visible_seconds: 8 })
    await expect(save(visible(0, 8))).resolves.toMatchObject({ ...isOpen, visible_seconds: 8 })
    await expect(save(visible(15, 16))).resolves.toMatchObject({ ...isDone, visible_seconds: 9 })
  })

  test('accepts no more time than has passed since the text was opened', async () => {
    const { save } = await openedText()
    at(3)
    const all = { visible: [[0, 2_147_483_647]] }
    const saved = await save(all)
    expect(saved).toMatchObject({ ...isOpen, visible_seconds: 5 })
    const fixture = await openedText({ body: `<p>${'word '.repeat(4_000)}</p>` })
    at(500)
    await expect(fixture.save(all)).resolves.toMatchObject(isOpen)
  })

  test('follows the teacher’s percentage', async () => {
    const { save } = await openedText({ completion_rule: 'read', completion_percentage: 50 })
    at(20)
    await expect(save(visible(0, 4))).resolves.toMatchObject(isOpen)
    await expect(save(visible(0, 5))).resolves.toMatchObject(isDone)
  })

  test('can be marked when scrolled to its end, which no other device takes back', async () => {
    const { save } = await openedText()
    await expect(save({ completed: true, read_percentage: 99 })).rejects.toMatchObject({
      status: 409,
      code: 'not_read_enough',
    })
    await save({ read_percentage: 100 })
    await expect(save({ read_percentage: 10 })).resolves.toMatchObject({ ...isOpen, read_percentage: 100 })
    await expect(save({ completed: true })).resolves.toMatchObject(isDone)
  })

  test('can be marked by a client that does not report scrolling, after the reading time', async () => {
    const { save } = await openedText()
    at(8)
    await expect(save({ completed: true })).rejects.toMatchObject({ code: 'not_read_enough' })
    at(9)
    await expect(save({ completed: true })).resolves.toMatchObject(isDone)
  })

  test('stays undone when it is read again', async () => {
    const { save } = await openedText()
    at(60)
    await expect(save(visible(0, 9))).resolves.toMatchObject(isDone)
    await expect(save({ completed: false })).resolves.toMatchObject(isOpen)
    await expect(save(visible(20, 50))).resolves.toMatchObject(isOpen)
  })

  test('uses the length of the version that the student reads', async () => {
    const school = await createTestSchool()
    const { course, content } = await createTestCourse(school, { contents: [text] })
    await school.transact(async ({ tx, school_id }) => {
      const version = {
        school_id,
        content_id: content.id,
        title: '',
        embed_url: '',
        body: 'word '.repeat(400),
      }
      const of = { audience: 'new_students', number: 2, published_at: new Date(0) }
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
    const student = await school.student()
    at(0)
    await school.enrol(student, course, { approved_at: new Date() })
    await saver(student, content.id)({ opened: true })
    at(200)
    await expect(saver(student, content.id)(visible(0, 89))).resolves.toMatchObject(isOpen)
    await expect(saver(student, content.id)(visible(0, 90))).resolves.toMatchObject(isDone)
  })
})

describe('completion of a recording at its end', () => {
  test('uses the length that the player found there', async () => {
    const { student, content } = await createTestCourse(await createTestSchool(), {
      contents: [{ ...oneMinuteVideo }],
    })
    const save = saver(student, content.id)
    await expect(save({ watched: [[0, 48]] })).resolves.toMatchObject(isOpen)
    await expect(save({ media_seconds: 49 })).resolves.toMatchObject(isDone)
    await save({ completed: false })
    await expect(save({ watched: [[0, 49]], media_seconds: 49 })).resolves.toMatchObject(isOpen)
    await expect(save({ completed: true })).resolves.toMatchObject(isDone)
  })

  test('counts gaps of rounding as played, and no skipped piece', async () => {
    const school = await createTestSchool()
    const pieces = Array.from({ length: 20 }, (_, piece) => [piece * 3, piece * 3 + 2])
    const { student, content } = await createTestCourse(school, { contents: [{ ...oneMinuteVideo }] })
    await expect(saver(student, content.id)({ watched: pieces })).resolves.toMatchObject(isOpen)
    await expect(saver(student, content.id)({ media_seconds: 60 })).resolves.toMatchObject({
      ...isDone,
      watched_seconds: 40,
    })
    const other = await createTestCourse(school, { contents: [{ ...oneMinuteVideo }] })
    const skipped = {
      watched: [
        [0, 20],
        [30, 60],
      ],
      media_seconds: 60,
    }
    await expect(saver(other.student, other.content.id)(skipped)).resolves.toMatchObject(isOpen)
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

    const text = { type: 'text' as const, title: 'New', completion_rule: 'opened' as const }
    const given = { ...text, lesson_id: lesson.id, is_published: true }
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
