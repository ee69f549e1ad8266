import { describe, expect, test } from 'vitest'
import * as courses from '#courses/contract.ts'
import { createTestUpload, fileSignatures } from '#testing/builders/files.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestUser, type TestSchool } from '#testing/builders/school-builder.ts'
import * as assistant from '#assistant/contract.ts'
import * as learning from '#learning/contract.ts'
import * as contract from './contract.ts'
import { findUnindexedCoursesJobDefinition, indexCourseJobDefinition } from './jobs.ts'

async function aCourse(given: object = {}) {
  const school = await createTestSchool()
  const [teacher, student] = [await school.teacher(), await school.student()]
  const course = await school.course({ created_by: teacher.id, ...given })
  const lesson = await school.lesson({ course_id: course.id, title: 'Dough' })
  await school.enrol(student, course)
  const at = { course_id: course.id, lesson_id: lesson.id }
  return { school, teacher, student, course, lesson, at }
}

const read = (school: TestSchool, course_id: string) =>
  runJob(school, indexCourseJobDefinition, { course_id })
const find = async (person: TestUser, id: string, q: string) =>
  (await person.api(contract.searchInCourse, { id, q })).data

test('finds words by prefix and without accents, and links to the passage', async () => {
  const { school, student, course, at } = await aCourse()
  const filler = `<p>${'Nothing about it. '.repeat(40)}</p>`
  const content = await school.content({
    ...at,
    title: 'Kneading',
    body: `<h2>Before</h2>${filler}<p>The crème fraîche comes last.</p>`,
  })
  await read(school, course.id)
  const [found, ...rest] = await find(student, course.id, 'creme frai')
  expect(found).toMatchObject({
    content_id: content.id,
    title: 'Kneading',
    lesson_title: 'Dough',
    start_second: null,
    text: expect.stringContaining('crème fraîche'),
  })
  expect(found!.text.length).toBeLessThan(2_100)
  expect(rest).toEqual([])
  expect(await find(student, course.id, 'knead')).toMatchObject([{ position: 0, text: 'Kneading' }])
  expect(await find(student, course.id, 'nowhere')).toEqual([])
  expect(await find(student, course.id, '!? &|')).toEqual([])
})

test('finds a video by the second of its caption', async () => {
  const { school, teacher, student, course, at } = await aCourse()
  const video = await createTestUpload(teacher, fileSignatures.mp4, {
    host: school.host,
    purpose: 'course_video',
    file_name: 'a.mp4',
  })
  const content = await school.content({
    ...at,
    title: 'Film',
    type: 'video',
    body: '',
    upload_id: video.upload_id,
  })
  const vtt = 'WEBVTT\n\n00:05.000 --> 00:08.000\nHello\n\n01:40.500 --> 01:42.000\nFold the dough gently\n'
  const words = await createTestUpload(teacher, Buffer.from(vtt), {
    host: school.host,
    purpose: 'course_caption',
    file_name: 'en.vtt',
    content_type: 'text/vtt',
  })
  const upload_id = words.upload_id
  await teacher.api(courses.addCaption, { id: content.id, upload_id, language: 'en', label: 'English' })
  await read(school, course.id)
  expect(await find(student, course.id, 'gently')).toMatchObject([
    { content_id: content.id, start_second: 100 },
  ])
})

test('updates the index on publish, change and deletion, and writes nothing for unchanged content', async () => {
  const { school, teacher, student, course, at } = await aCourse()
  const input = { lesson_id: at.lesson_id, type: 'text' as const, body: '<p>sourdough</p>' }
  const content = await teacher.api(courses.createContent, { ...input, title: 'One', is_published: true })
  expect(await listQueuedJobs(school.school_id, `passages/${course.id}`)).toMatchObject([
    { task: 'indexCourse' },
  ])
  await read(school, course.id)
  expect(await find(student, course.id, 'sourdough')).toHaveLength(1)
  const rows = () =>
    school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('content_chunks')
        .where('school_id', '=', school_id)
        .select(['content_id', 'source_version'])
        .execute(),
    )
  const before = await rows()
  await read(school, course.id)
  expect(await rows()).toEqual(before)

  await teacher.api(courses.updateContent, { id: content.id, is_published: false })
  await read(school, course.id)
  expect(await rows()).toEqual([])
  await teacher.api(courses.updateContent, { id: content.id, body: '<p>rye</p>', is_published: true })
  await read(school, course.id)
  expect(await find(student, course.id, 'rye')).toHaveLength(1)
  expect(await find(student, course.id, 'sourdough')).toEqual([])
  await teacher.api(courses.deleteContent, { id: content.id })
  expect(await rows()).toEqual([])
})

test('indexes missed courses by schedule, long ones in steps', async () => {
  const { school, course, at } = await aCourse()
  for (let position = 0; position < 52; position += 1)
    await school.content({ ...at, position: position, title: `Text ${position}` })
  await runJob(school, findUnindexedCoursesJobDefinition, {})
  expect(await listQueuedJobs(school.school_id, `passages/${course.id}`)).toHaveLength(1)
  await read(school, course.id)
  expect(await listQueuedJobs(school.school_id, `passages/${course.id}/rest`)).toHaveLength(1)
  await read(school, course.id)
  const { n } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('content_chunks')
      .where('school_id', '=', school_id)
      .where('position', '=', 0)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  expect(n).toBe(52)
})

describe('search excludes what the reader may not open', () => {
  test('drafts, locked, future and higher-tier contents', async () => {
    const { school, teacher, student, course, at } = await aCourse({
      enable_tiering: true,
      tiering_maximum: 2,
    })
    const body = '<p>secret</p>'
    const open = await school.content({ ...at, title: 'Open', body })
    await school.content({ ...at, title: 'Locked', body, is_locked: true })
    await school.content({ ...at, title: 'Later', body, opens_at: new Date('2099-01-01') })
    await school.content({ ...at, title: 'Tier', body, lowest_tier: 2 })
    await school.content({ ...at, title: 'Draft', body, is_published: false })
    await read(school, course.id)
    expect((await find(student, course.id, 'secret')).map((one) => one.content_id)).toEqual([open.id])
    expect(await find(teacher, course.id, 'secret')).toHaveLength(4)
    const results = await teacher.api(contract.searchInCourse, {
      id: course.id,
      q: 'secret',
      creator_preview: true,
    })
    expect(results.data.map((one) => one.title)).not.toContain('Locked')
  })

  test("courses that are not the reader's, or not open", async () => {
    const { school, student, course, at } = await aCourse()
    await school.content({ ...at, body: '<p>secret</p>' })
    await read(school, course.id)
    const [visitor, other] = [await school.student(), await school.teacher()]
    expect(await find(visitor, course.id, 'secret')).toEqual([])
    await expect(find(other, course.id, 'secret')).rejects.toMatchObject({ code: 'not_your_course' })
    const set = (columns: object) =>
      school.transact(({ tx, school_id }) =>
        tx
          .updateTable('courses')
          .set(columns)
          .where('school_id', '=', school_id)
          .where('id', '=', course.id)
          .execute(),
      )
    await set({ show_content_title_to_unapproved: false })
    await expect(find(visitor, course.id, 'secret')).rejects.toMatchObject({ code: 'not_approved' })
    await set({ is_coming_soon: true })
    await expect(find(student, course.id, 'secret')).rejects.toMatchObject({ code: 'course_coming_soon' })
  })

  test('searches a mirror in its origin', async () => {
    const { school, teacher, course, at } = await aCourse()
    await school.content({ ...at, body: '<p>secret</p>' })
    await read(school, course.id)
    const mirror = await school.course({ created_by: teacher.id, mirror_course_id: course.id })
    const student = await school.student()
    await school.enrol(student, mirror)
    expect(await find(student, mirror.id, 'secret')).toHaveLength(1)
  })
})

describe('versions for new students', () => {
  async function twoReaders() {
    const fixture = await aCourse()
    const { school, teacher, course, at } = fixture
    const body = '<p>sourdough and honey</p>'
    const input = { lesson_id: at.lesson_id, type: 'text' as const, title: 'Loaf', body, is_published: true }
    const { id } = await teacher.api(courses.createContent, input)
    await read(school, course.id)
    await teacher.api(courses.updateContent, { id, title: 'Loaf of rye', body: '<p>rye and honey</p>' })
    await teacher.api(courses.publishContent, { id, audience: 'new_students' })
    const late = await school.student()
    await school.enrol(late, course)
    await read(school, course.id)
    return { ...fixture, late, id }
  }

  test('are found only by the students who read them', async () => {
    const { school, teacher, student, late, course, id } = await twoReaders()
    expect(await find(student, course.id, 'sourdough')).toMatchObject([{ title: 'Loaf' }])
    expect(await find(student, course.id, 'rye')).toEqual([])
    expect(await find(late, course.id, 'sourdough')).toEqual([])
    expect(await find(late, course.id, 'rye')).toMatchObject([
      { title: 'Loaf of rye', text: 'Loaf of rye', position: 0 },
      { title: 'Loaf of rye', text: 'rye and honey' },
    ])
    expect((await find(late, course.id, 'honey')).map(({ text }) => text)).toEqual(['rye and honey'])
    expect((await find(student, course.id, 'honey')).map(({ text }) => text)).toEqual(['sourdough and honey'])
    const answer = await late.api(assistant.askQuestion, {
      course_id: course.id,
      question: 'What about honey?',
    })
    expect(answer.citations.map(({ quote }) => quote)).toEqual(['rye and honey'])

    await teacher.api(courses.updateContent, { id, body: '<p>barley and honey</p>' })
    await teacher.api(courses.publishContent, { id, audience: 'everybody' })
    await read(school, course.id)
    for (const reader of [student, late])
      expect((await find(reader, course.id, 'honey')).map(({ text }) => text)).toEqual(['barley and honey'])
  })

  test('name continued and new contents as the reader sees them', async () => {
    const { student, late, course, id } = await twoReaders()
    for (const [reader, title] of [
      [student, 'Loaf'],
      [late, 'Loaf of rye'],
    ] as const) {
      await reader.api(learning.saveProgress, { content_id: id, opened: true })
      const { data } = await reader.api(learning.listMyCourses, {})
      expect(data).toMatchObject([{ course_id: course.id, continue_at: { topic_id: id, title } }])
    }
  })
})
