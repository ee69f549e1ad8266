import type { KyselyPlugin } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestSchool, resetClock, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import { insertTestUpload } from '#testing/builders/upload-builder.ts'
import * as contract from '../contract.ts'
import { getCourseContents } from './get-course-contents.ts'

afterEach(resetClock)

/** A course with two lessons: three texts, the last one a draft, then one video. */
async function aTaughtCourse(given: Parameters<TestSchool['course']>[0] = {}) {
  const school = await createTestSchool()
  const teacher = await school.teacher({ name: 'Ada Obi' })
  const course = await school.course({ course_teacher_id: teacher.id, ...given })
  const [first, second] = [
    await school.lesson({ course_id: course.id, title: 'First' }),
    await school.lesson({ course_id: course.id, title: 'Second', position: 1 }),
  ]
  const at = { course_id: course.id, lesson_id: first.id }
  const one = await school.content({ ...at, title: 'One', body: '<p>One’s text</p>' })
  const two = await school.content({ ...at, title: 'Two', position: 1 })
  const draft = await school.content({ ...at, title: 'Draft', position: 2, is_published: false })
  const upload_id = await insertTestUpload(school, 'course_video', teacher)
  const video = await school.content({
    course_id: course.id,
    lesson_id: second.id,
    type: 'video',
    title: 'Film',
    upload_id,
    duration_seconds: 60,
  })
  return { school, teacher, course, first, second, one, two, draft, video, upload_id }
}

const titlesIn = (reply: { lessons: { contents: { title: string }[] }[] }) =>
  reply.lessons.map((lesson) => lesson.contents.map((content) => content.title))

describe('a course’s page', () => {
  test('shows visitors the public part only', async () => {
    const { school, course } = await aTaughtCourse({
      end_of_course_content_message: 'Secret',
      affiliates_percentage_off: 5,
    })
    const page = await school.visitor().api(contract.getCourseDetails, { id: course.id })
    expect(page).toMatchObject({
      id: course.id,
      course_teacher: { name: 'Ada Obi', avatar_url: null },
      lessons_count: 2,
      contents_count: 3,
      may_edit: false,
      may_open: false,
      enrolment_status: null,
    })
    expect(titlesIn(page)).toEqual([['One', 'Two'], ['Film']])
    for (const field of [
      'end_of_course_content_message',
      'affiliates_percentage_off',
      'mirror_course_id',
      'created_by',
    ])
      expect(page).not.toHaveProperty(field)
    expect(JSON.stringify(page)).not.toContain('One’s text')
  })

  test('shows its editors everything', async () => {
    const { school, course, teacher } = await aTaughtCourse({ end_of_course_content_message: '<p>Bravo</p>' })
    const page = await teacher.api(contract.getCourseDetails, { id: course.id })
    expect(page).toMatchObject({
      may_edit: true,
      may_open: true,
      end_of_course_content_message: '<p>Bravo</p>',
    })
    const other = await school.teacher()
    expect(await other.api(contract.getCourseDetails, { id: course.id })).not.toHaveProperty('created_by')
  })

  test('hides titles of contents from people who are not approved, if the course says so', async () => {
    const { school, course, teacher } = await aTaughtCourse({ show_content_title_to_unapproved: false })
    const [approved, waiting] = [await school.student(), await school.student()]
    await school.enrol(approved, course)
    await school.enrol(waiting, course, { status: 'pending' })
    for (const person of [school.visitor(), waiting]) {
      const page = await person.api(contract.getCourseDetails, { id: course.id })
      expect(page.lessons).toMatchObject([
        { title: 'First', contents_count: 2, contents: [] },
        { title: 'Second', contents_count: 1, contents: [] },
      ])
    }
    for (const person of [approved, teacher])
      expect(titlesIn(await person.api(contract.getCourseDetails, { id: course.id }))).toEqual([
        ['One', 'Two'],
        ['Film'],
      ])
  })

  test('is found by its link if public, hidden or not; else by staff and enrolled people', async () => {
    const school = await createTestSchool()
    const hidden = await school.course({ is_hidden: true })
    await school.visitor().api(contract.getCourseDetails, { id: hidden.id })
    const closed = await school.course({ course_is_public: false })
    const [visitor, waiting, removed] = [
      await school.student(),
      await school.student(),
      await school.student(),
    ]
    await school.enrol(waiting, closed, { status: 'pending' })
    await school.enrol(removed, closed, { status: 'removed' })
    for (const person of [school.visitor(), visitor, removed])
      await expect(person.api(contract.getCourseDetails, { id: closed.id })).rejects.toMatchObject({
        code: 'not_found',
      })
    for (const person of [waiting, await school.admin(), await school.teacher()])
      await person.api(contract.getCourseDetails, { id: closed.id })
  })

  test('lists similar courses, then those of its category, unless switched off', async () => {
    const school = await createTestSchool()
    const category_id = newId()
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('categories')
        .values({ school_id, id: category_id, name: 'A', slug: 'a', position: 0 })
        .execute(),
    )
    const [same, similar, hidden] = [
      await school.course({ category_id }),
      await school.course(),
      await school.course({ category_id, is_hidden: true }),
    ]
    const similar_courses = JSON.stringify([hidden.id, similar.id]) as never
    const course = await school.course({ category_id, similar_courses })
    const page = await school.visitor().api(contract.getCourseDetails, { id: course.id })
    expect(page.related_courses.map((related) => related.id)).toEqual([similar.id, same.id])
    expect(page.category).toEqual({ id: category_id, name: 'A', slug: 'a' })
    const alone = await school.course({ similar_courses, hide_related_courses: true })
    expect((await school.visitor().api(contract.getCourseDetails, { id: alone.id })).related_courses).toEqual(
      [],
    )
  })
})

describe('a course’s contents', () => {
  test('are for users of the school', async () => {
    const { school, course } = await aTaughtCourse()
    const answer = school.visitor().api(contract.getCourseContents, { id: course.id })
    await expect(answer).rejects.toMatchObject({ code: 'unauthenticated' })
    const otherAdmin = await (await createTestSchool()).admin()
    await expect(otherAdmin.api(contract.getCourseContents, { id: course.id })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('open for an approved student at the first, or the last position', async () => {
    const { school, course, one, two } = await aTaughtCourse()
    const student = await school.student()
    await school.enrol(student, course)
    const reply = await student.api(contract.getCourseContents, { id: course.id })
    expect(reply).toMatchObject({ access: 'learn', may_edit: false, enrolment: { status: 'approved' } })
    expect(reply.topic).toMatchObject({ id: one.id, body: '<p>One’s text</p>' })
    expect(titlesIn(reply)).toEqual([['One', 'Two'], ['Film']])
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('enrolments')
        .set({ last_topic_id: two.id })
        .where('school_id', '=', school_id)
        .execute(),
    )
    expect((await student.api(contract.getCourseContents, { id: course.id })).topic?.id).toBe(two.id)
  })

  test('open at the requested topic', async () => {
    const { school, course, video, draft, upload_id } = await aTaughtCourse()
    const student = await school.student()
    await school.enrol(student, course)
    const open = async (topic: string) =>
      (await student.api(contract.getCourseContents, { id: course.id, topic })).topic
    expect(await open(video.id)).toMatchObject({
      id: video.id,
      media: { upload_id, file_name: 'a file.bin' },
    })
    const other = await school.content()
    for (const topic of [draft.id, other.id, newId()]) expect(await open(topic)).toBe(null)
    await expect(open('nonsense')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('include the student’s progress', async () => {
    const { school, course, one, video } = await aTaughtCourse()
    const [student, other] = [await school.student(), await school.student()]
    for (const person of [student, other]) await school.enrol(person, course)
    const at = new Date('2026-01-01T10:00:00.000Z')
    await school.transact(async ({ tx, school_id }) => {
      const common = { school_id, user_id: student.id, course_id: course.id }
      await tx
        .insertInto('content_progress')
        .values([
          { ...common, content_id: one.id, completed_at: at, opened_at: at },
          {
            ...common,
            content_id: video.id,
            watched: '{[0,5),[30,40)}',
            position_seconds: 40,
            position_at: at,
          },
        ])
        .execute()
    })
    const reply = await student.api(contract.getCourseContents, { id: course.id, topic: video.id })
    expect(reply.progress).toEqual({ total: 3, completed: 1, percentage: 33 })
    expect(reply.lessons[0]?.contents[0]).toMatchObject({
      completed_at: at.toISOString(),
      opened_at: at.toISOString(),
    })
    expect(reply.topic).toMatchObject({
      position_seconds: 40,
      position_at: at.toISOString(),
      watched: [
        [0, 5],
        [30, 40],
      ],
    })
    const theirs = await other.api(contract.getCourseContents, { id: course.id, topic: video.id })
    expect(theirs).toMatchObject({ progress: { completed: 0 }, topic: { watched: [], position_seconds: 0 } })
  })

  test('include drafts for staff, and in preview only what a student sees', async () => {
    const { school, course, teacher, draft } = await aTaughtCourse()
    const open = (creator_preview?: boolean) =>
      teacher.api(contract.getCourseContents, {
        id: course.id,
        topic: draft.id,
        ...(creator_preview && { creator_preview }),
      })
    expect(await open()).toMatchObject({
      access: 'edit',
      may_edit: true,
      topic: { id: draft.id, is_published: false },
    })
    expect(await open(true)).toMatchObject({
      access: 'learn',
      may_edit: true,
      topic: null,
      progress: { total: 3 },
    })
    const student = await school.student()
    const reply = student.api(contract.getCourseContents, { id: course.id, creator_preview: true })
    expect(await reply).toMatchObject({ access: 'titles', topic: null })
  })

  test('show only titles if locked', async () => {
    const { school, course, teacher, one, video, second } = await aTaughtCourse({ enable_tiering: true })
    const student = await school.student()
    await school.enrol(student, course, { tier: 1 })
    await teacher.api(contract.lockContents, {
      course_id: course.id,
      lesson_id: one.lesson_id,
      content_id: one.id,
    })
    await teacher.api(contract.updateLesson, { id: second.id, lowest_tier: 2 })
    const open = (topic: string, creator_preview = false) =>
      (creator_preview ? teacher : student).api(contract.getCourseContents, {
        id: course.id,
        topic,
        creator_preview,
      })
    const closed = { body: '', media: null, upload_id: null, embed: null, embed_url: '' }
    expect((await open(one.id)).topic).toMatchObject({ title: 'One', lock_reason: 'locked', ...closed })
    expect((await open(video.id)).topic).toMatchObject({ title: 'Film', lock_reason: 'tier', ...closed })
    expect((await open(video.id, true)).topic).toMatchObject({
      lock_reason: null,
      media: { file_name: 'a file.bin' },
    })
    expect((await student.api(contract.getCourseContents, { id: course.id })).topic?.title).toBe('Two')
  })

  test('show titles to unapproved students only if the course allows it', async () => {
    const { school, course } = await aTaughtCourse()
    const closed = await school.course({ show_content_title_to_unapproved: false })
    for (const status of ['pending', 'unapproved', 'expired']) {
      const student = await school.student()
      await school.enrol(student, course, { status })
      await school.enrol(student, closed, { status })
      const reply = await student.api(contract.getCourseContents, { id: course.id })
      expect(reply).toMatchObject({ access: 'titles', topic: null, enrolment: { status } })
      expect(titlesIn(reply)).toEqual([['One', 'Two'], ['Film']])
      const refused = student.api(contract.getCourseContents, { id: closed.id })
      await expect(refused).rejects.toMatchObject({ code: 'not_approved' })
    }
  })

  test('close exactly when an approval ends', async () => {
    const { school, course, one } = await aTaughtCourse({ show_content_title_to_unapproved: false })
    const student = await school.student()
    // Within the lifetime of the session.
    const end = new Date(Date.now() + 3_600_000)
    await school.enrol(student, course, { student_approval_end_date: end })
    const open = () => student.api(contract.getCourseContents, { id: course.id, topic: one.id })
    expect((await open()).topic?.body).not.toBe('')
    setClock(end)
    await expect(open()).rejects.toMatchObject({ code: 'not_approved' })
  })

  test('of a coming-soon course are closed, even for approved students', async () => {
    const { school, course } = await aTaughtCourse({ is_coming_soon: true })
    const student = await school.student()
    await school.enrol(student, course)
    const answer = student.api(contract.getCourseContents, { id: course.id })
    await expect(answer).rejects.toMatchObject({ code: 'course_coming_soon' })
    const page = await student.api(contract.getCourseDetails, { id: course.id })
    expect(page).toMatchObject({ is_coming_soon: true, may_open: false, enrolment_status: 'approved' })
  })

  test('of a mirror are the origin’s, with the mirror’s students and links', async () => {
    const { school, course: origin, video, teacher } = await aTaughtCourse()
    const mirror = await school.course({ course_teacher_id: teacher.id, mirror_course_id: origin.id })
    const student = await school.student()
    await school.enrol(student, mirror)
    const reply = await student.api(contract.getCourseContents, { id: mirror.id, topic: video.id })
    expect(reply.course).toMatchObject({ id: mirror.id, mirror_course_id: origin.id })
    expect(titlesIn(reply)).toEqual([['One', 'Two'], ['Film']])
    expect(reply.topic).toMatchObject({ id: video.id, course_id: mirror.id })
    const there = student.api(contract.getCourseContents, { id: origin.id })
    expect(await there).toMatchObject({ access: 'titles' })
    const page = await school.visitor().api(contract.getCourseDetails, { id: mirror.id })
    expect(page).toMatchObject({ lessons_count: 2, contents_count: 3 })
  })

  test('are sanitised again when read', async () => {
    const { school, course } = await aTaughtCourse()
    const { id } = await school.content({ course_id: course.id, body: '<p>Old<script>alert(1)</script></p>' })
    const admin = await school.admin()
    expect((await admin.api(contract.getCourseContents, { id: course.id, topic: id })).topic?.body).toBe(
      '<p>Old</p>',
    )
  })

  test('need one statement and the outline, for any number', async () => {
    const { school, course, first, one } = await aTaughtCourse()
    const student = await school.student()
    await school.enrol(student, course, { last_topic_id: one.id })
    await school.transact(({ tx, school_id }) => {
      const rows = Array.from({ length: 500 }, (_row, n) => ({
        id: newId(),
        title: `Topic ${n}`,
        position: n + 3,
      }))
      const common = {
        school_id,
        course_id: course.id,
        lesson_id: first.id,
        type: 'text',
        is_published: true,
      }
      return tx
        .insertInto('contents')
        .values(rows.map((row) => ({ ...row, ...common })))
        .execute()
    })
    let statements = 0
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1
        return result
      },
    }
    const reply = await school.transact((ctx) => {
      const actor = { ...ctx.actor, id: student.id, role: 'student' as const }
      return getCourseContents({ ...ctx, actor, tx: ctx.tx.withPlugin(counter) }, { id: course.id })
    })
    expect(reply.progress.total).toBe(503)
    expect(statements).toBe(2)
  })
})
