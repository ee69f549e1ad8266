import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestCourse, oneMinuteVideo, storedPosition } from '#testing/builders/learning-builder.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

type Given = Partial<Parameters<TestUser['api']>[1]> & Record<string, unknown>

const saver = (student: TestUser, content_id: string) => (given: Given) =>
  student.api(contract.saveProgress, { content_id, ...given })

const createVideo = async (school: TestSchool, seconds = 60) => {
  const fixture = await createTestCourse(school, {
    contents: [{ ...oneMinuteVideo, duration_seconds: seconds }, {}],
  })
  return { ...fixture, save: saver(fixture.student, fixture.content.id) }
}

const storedWatched = (school: TestSchool, user_id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('content_progress')
      .where('school_id', '=', school_id)
      .where('user_id', '=', user_id)
      .select(['content_id', 'watched', 'position_seconds', 'position_at', 'completed_at'])
      .execute(),
  )

test('requires login, and stores nothing for staff', async () => {
  const school = await createTestSchool()
  const { content, teacher } = await createTestCourse(school)
  const input = { content_id: content.id, opened: true }
  await expect(school.visitor().api(contract.saveProgress, input)).rejects.toMatchObject({ status: 401 })
  await expect(teacher.api(contract.saveProgress, input)).rejects.toMatchObject({ code: 'forbidden' })
})

describe('played seconds', () => {
  test('count once, even if played twice', async () => {
    const { save } = await createVideo(await createTestSchool())
    await save({ watched: [[0, 10]] })
    await save({ watched: [[0, 10]] })
    await expect(
      save({
        watched: [
          [5, 12],
          [20, 25],
        ],
      }),
    ).resolves.toMatchObject({ watched_seconds: 17, completed_at: null })
  })

  test('form the same set from ranges in any order, overlapping or repeated', async () => {
    const school = await createTestSchool()
    const ranges: [number, number][] = [
      [0, 5],
      [40, 50],
      [3, 9],
      [9, 20],
      [49, 60],
      [30, 31],
    ]
    const orders = [ranges, [...ranges].reverse(), [...ranges, ...ranges].sort(() => Math.random() - 0.5)]
    const sets = []
    for (const order of orders) {
      const { save, student } = await createVideo(school)
      for (const range of order) await save({ watched: [range] })
      sets.push((await storedWatched(school, student.id))[0]?.watched)
    }
    const { save, student } = await createVideo(school)
    await Promise.all(ranges.map((range) => save({ watched: [range] })))
    sets.push((await storedWatched(school, student.id))[0]?.watched)
    expect(new Set(sets)).toEqual(new Set(['{[0,20),[30,31),[40,60)}']))
  })

  test('beyond the end of a video are ignored', async () => {
    const { save } = await createVideo(await createTestSchool())
    await expect(save({ watched: [[50, 86_400]] })).resolves.toMatchObject({ watched_seconds: 10 })
  })

  test('refuse invalid ranges', async () => {
    const { save } = await createVideo(await createTestSchool())
    const invalid = [
      [[5, 4]],
      [[-1, 4]],
      [[0, 86_401]],
      [[0, 1, 2]],
      [[0]],
      [[0.5, 1]],
      [['0', '1']],
      [[0, 1e9]],
    ]
    for (const watched of invalid)
      await expect(save({ watched })).rejects.toMatchObject({ code: 'invalid_input' })
    const tooMany = Array.from({ length: 201 }, (_, second) => [second, second + 1])
    await expect(save({ watched: tooMany })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(save({ watched: tooMany.slice(1) })).resolves.toMatchObject({ watched_seconds: 59 })
    await expect(save({ watched: [[7, 7]] })).resolves.toMatchObject({ watched_seconds: 59 })
  })
})

describe('the position', () => {
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString()

  test('is the newest of all devices, in any order of arrival', async () => {
    const { save } = await createVideo(await createTestSchool())
    await save({ position_seconds: 30, position_at: at(30) })
    await save({ position_seconds: 12, position_at: at(12) })
    await expect(save({ watched: [[0, 1]] })).resolves.toMatchObject({ position_seconds: 30 })
    await expect(save({ position_seconds: 4.5, position_at: at(40) })).resolves.toMatchObject({
      position_seconds: 4.5,
    })
  })

  test('of a device with a fast clock is not kept for ever', async () => {
    const school = await createTestSchool()
    const { save, student } = await createVideo(school)
    await save({ position_seconds: 10, position_at: '2999-01-01T00:00:00Z' })
    const [stored] = await storedWatched(school, student.id)
    expect(stored!.position_at!.getTime()).toBeLessThanOrEqual(Date.now())
    await new Promise((resume) => setTimeout(resume, 5))
    const later = { position_seconds: 20, position_at: new Date().toISOString() }
    await expect(save(later)).resolves.toMatchObject({ position_seconds: 20 })
  })
})

describe('what completes a content', () => {
  test('of a video requires 90 % played', async () => {
    const { save } = await createVideo(await createTestSchool())
    await expect(save({ watched: [[0, 53]] })).resolves.toMatchObject({ completed_at: null })
    await expect(save({ watched: [[59, 60]] })).resolves.toMatchObject({ completed_at: expect.any(String) })
  })

  test.each(['text', 'file', 'embed'] as const)('of a %s requires opening it', async (type) => {
    const { student, content } = await createTestCourse(await createTestSchool(), { contents: [{ type }] })
    const opened = saver(student, content.id)({ opened: true })
    await expect(opened).resolves.toMatchObject({ completed_at: expect.any(String) })
  })

  test('of a video cannot be marked by hand, unless its length is unknown', async () => {
    const school = await createTestSchool()
    const { save, student } = await createVideo(school)
    await expect(save({ completed: true })).rejects.toMatchObject({ status: 409, code: 'not_watched_enough' })
    expect(await storedWatched(school, student.id)).toEqual([])
    const unknown = await createTestCourse(school, { contents: [{ type: 'audio', duration_seconds: null }] })
    const saveUnknown = saver(unknown.student, unknown.content.id)
    await expect(saveUnknown({ watched: [[0, 5_000]] })).resolves.toMatchObject({ completed_at: null })
    await expect(saveUnknown({ completed: true })).resolves.toMatchObject({
      completed_at: expect.any(String),
    })
  })

  test('stays undone after an undo when more is played or sent, and can be restored', async () => {
    const school = await createTestSchool()
    const { save, contents, student } = await createVideo(school)
    const first = await save({ watched: [[0, 60]] })
    await expect(save({ watched: [[0, 60]] })).resolves.toMatchObject({ completed_at: first.completed_at })
    await expect(save({ completed: false })).resolves.toMatchObject({ completed_at: null })
    await expect(save({ watched: [[0, 60]], opened: true })).resolves.toMatchObject({ completed_at: null })
    await expect(save({ completed: true })).resolves.toMatchObject({ completed_at: expect.any(String) })
    const text = saver(student, contents[1]!.id)
    await text({ opened: true })
    await text({ completed: false })
    await expect(text({ opened: true })).resolves.toMatchObject({ completed_at: null })
    await expect(text({ completed: true })).resolves.toMatchObject({ completed_at: expect.any(String) })
  })
})

describe('what completes a course', () => {
  test('happens with its last published content, and is permanent', async () => {
    const school = await createTestSchool()
    const contents = [{}, oneMinuteVideo, { is_published: false }]
    const { course, lesson, student, contents: made } = await createTestCourse(school, { contents })
    const [text, video] = made.map((content) => saver(student, content.id))
    await expect(text!({ opened: true })).resolves.toMatchObject({ course_completed_at: null })
    const done = await video!({ watched: [[0, 60]] })
    expect(done.course_completed_at).toBe(done.completed_at)

    await video!({ completed: false })
    const newcomer = await school.content({ course_id: course.id, lesson_id: lesson.id })
    const opened = await saver(student, newcomer.id)({ completed: false })
    expect(opened.course_completed_at).toBe(done.course_completed_at)
  })

  test('happens when two devices complete the last two contents at the same time', async () => {
    const school = await createTestSchool()
    for (let round = 0; round < 12; round++) {
      const { course, student, contents } = await createTestCourse(school, { contents: [{}, {}] })
      // Reported late, so that neither changes the last position, which would serialise them.
      await saver(student, contents[0]!.id)({ completed: false })
      const late = { completed: true, position_seconds: 0, position_at: '2020-01-01T00:00:00Z' }
      await Promise.all(contents.map((content) => saver(student, content.id)(late)))
      expect((await storedPosition(school, course.id, student.id))?.completed_at).not.toBeNull()
    }
  })

  test('happens with the next progress after the last open content was deleted', async () => {
    const school = await createTestSchool()
    const { student, contents } = await createTestCourse(school, { contents: [{}, {}] })
    const save = saver(student, contents[0]!.id)
    await save({ opened: true })
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('contents')
        .set({ is_published: false })
        .where('school_id', '=', school_id)
        .where('id', '=', contents[1]!.id)
        .execute(),
    )
    await expect(save({ opened: true })).resolves.toMatchObject({ course_completed_at: expect.any(String) })
  })
})

describe('refuses progress', () => {
  const tomorrow = new Date(Date.now() + 86_400_000)

  test.each([
    ['not_enrolled', null],
    ['not_enrolled', { status: 'removed' }],
    ['not_approved', { status: 'pending' }],
    ['not_approved', { status: 'unapproved' }],
    ['approval_ended', { status: 'expired' }],
    ['approval_ended', { student_approval_end_date: new Date(Date.now() - 1) }],
  ])('with %s for %o, and stores nothing', async (code, enrolment) => {
    const school = await createTestSchool()
    const { course, content } = await createTestCourse(school)
    const student = await school.student()
    if (enrolment) await school.enrol(student, course, enrolment)
    await expect(saver(student, content.id)({ opened: true })).rejects.toMatchObject({ status: 403, code })
    expect(await storedWatched(school, student.id)).toEqual([])
  })

  test.each([
    ['course_coming_soon', { is_coming_soon: true }, {}],
    ['approval_ended', { course_end_date: new Date(0), unapprove_all_students_on_end_date: true }, {}],
    ['not_found', { deleted_at: new Date(0) }, {}],
    ['not_found', {}, { is_published: false }],
    ['content_locked', {}, { is_locked: true }],
  ])('with %s for a course %o with a content %o', async (code, course, content) => {
    const fixture = await createTestCourse(await createTestSchool(), { course, contents: [content] })
    await expect(saver(fixture.student, fixture.content.id)({ opened: true })).rejects.toMatchObject({ code })
  })

  test('below the tier of the lesson', async () => {
    const school = await createTestSchool()
    const { course, student } = await createTestCourse(school, {
      course: { enable_tiering: true, tiering_maximum: 2 },
    })
    const lesson = await school.lesson({ course_id: course.id, lowest_tier: 2 })
    const content = await school.content({ course_id: course.id, lesson_id: lesson.id })
    const save = saver(student, content.id)
    await expect(save({ opened: true })).rejects.toMatchObject({ code: 'tier_too_low' })
    const admin = await school.admin()
    await admin.api(contract.setStudentTier, { student_id: student.id, course_id: course.id, tier: 2 })
    await expect(save({ opened: true })).resolves.toMatchObject({ completed_at: expect.any(String) })
    await admin.api(contract.setStudentTier, { student_id: student.id, course_id: course.id, tier: 1 })
    await expect(save({ watched: [] })).rejects.toMatchObject({ code: 'tier_too_low' })
  })

  test('exactly from the end of an approval, even during a video', async () => {
    const school = await createTestSchool()
    const { content, course } = await createTestCourse(school, { contents: [oneMinuteVideo] })
    const student = await school.student()
    await school.enrol(student, course, { student_approval_end_date: tomorrow })
    const save = saver(student, content.id)
    try {
      setClock(new Date(tomorrow.getTime() - 1))
      await expect(save({ watched: [[0, 5]] })).resolves.toMatchObject({ watched_seconds: 5 })
      setClock(tomorrow)
      await expect(save({ watched: [[5, 10]] })).rejects.toMatchObject({ code: 'approval_ended' })
    } finally {
      resetClock()
    }
  })

  test('for a deleted or unknown content', async () => {
    const school = await createTestSchool()
    const { student, content } = await createTestCourse(school)
    const save = saver(student, content.id)
    await save({ opened: true })
    await school.transact(({ tx, school_id }) =>
      tx.deleteFrom('contents').where('school_id', '=', school_id).where('id', '=', content.id).execute(),
    )
    for (const saveAgain of [save, saver(student, newId())])
      await expect(saveAgain({ opened: true })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })

  test('for a content that is being deleted', async () => {
    const school = await createTestSchool()
    const { student, content } = await createTestCourse(school)
    let saving: Promise<unknown> | undefined
    await school.transact(async ({ tx, school_id }) => {
      await tx
        .deleteFrom('contents')
        .where('school_id', '=', school_id)
        .where('id', '=', content.id)
        .execute()
      saving = saver(student, content.id)({ opened: true }).catch((error: unknown) => error)
      await new Promise((resume) => setTimeout(resume, 300))
    })
    expect(await saving).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('for another school’s content', async () => {
    const [school, other] = [await createTestSchool(), await createTestSchool()]
    const [student, theirs] = [await school.student(), await other.content()]
    await expect(saver(student, theirs.id)({ opened: true })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the last position', () => {
  test('is the content opened last, even if an older device reports late', async () => {
    const school = await createTestSchool()
    const { course, student, contents } = await createTestCourse(school, {
      contents: [oneMinuteVideo, oneMinuteVideo],
    })
    const [first, second] = contents.map((content) => saver(student, content.id))
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    await second!({ position_seconds: 5, position_at: minutesAgo(5) })
    await first!({ position_seconds: 9, position_at: minutesAgo(20) })
    expect((await storedPosition(school, course.id, student.id))?.last_topic_id).toBe(contents[1]!.id)
    await first!({ position_seconds: 9, position_at: minutesAgo(1) })
    expect((await storedPosition(school, course.id, student.id))?.last_topic_id).toBe(contents[0]!.id)
  })
})

test('in a mirror belongs to its students, with the contents of its origin', async () => {
  const school = await createTestSchool()
  const { course, contents } = await createTestCourse(school, { contents: [{}, {}] })
  const mirror = await school.course({ mirror_course_id: course.id })
  const student = await school.student()
  await school.enrol(student, mirror)
  const save = saver(student, contents[0]!.id)
  await expect(save({ opened: true })).rejects.toMatchObject({ code: 'not_enrolled' })
  await expect(save({ opened: true, course_id: mirror.id })).resolves.toMatchObject({
    course_completed_at: null,
  })
  const other = await school.course()
  await expect(save({ opened: true, course_id: other.id })).rejects.toMatchObject({ code: 'not_found' })
  const last = await saver(student, contents[1]!.id)({ opened: true, course_id: mirror.id })
  expect(last.course_completed_at).not.toBeNull()
  expect((await storedPosition(school, mirror.id, student.id))?.completed_at).not.toBeNull()
})
