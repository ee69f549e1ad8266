import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestUpload, fileSignatures } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, getTestApp, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const change = (school: TestSchool, table: 'contents' | 'courses', id: string, values: object) =>
  school.transact(({ tx, school_id }) =>
    tx.updateTable(table).set(values).where('school_id', '=', school_id).where('id', '=', id).execute(),
  )

/** A public course with a free video, and a second lesson that is not free. */
async function aFreeLesson() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, {
    course: { course_is_public: true },
    contents: [
      { type: 'video', title: 'The film' },
      { title: 'For students', body: '<p>Paid.</p>' },
    ],
  })
  const { course, content, teacher } = fixture
  const { upload_id } = await createTestUpload(teacher, fileSignatures.mp4, {
    host: school.host,
    purpose: 'course_video',
    file_name: 'a.mp4',
  })
  await change(school, 'contents', content.id, { upload_id })
  await teacher.api(contract.updateContent, { id: content.id, is_free_preview: true })
  const read = (given: { course_id?: string; content_id?: string } = {}) =>
    school.visitor().api(contract.getFreePreview, { course_id: course.id, content_id: content.id, ...given })
  return { ...fixture, school, upload_id, read }
}

async function statusOf(school: TestSchool, url: string) {
  const { http } = await getTestApp()
  const answer = await http.inject({ method: 'GET', url, headers: { host: school.host, range: 'bytes=0-7' } })
  return answer.statusCode
}

const tomorrow = new Date(Date.now() + 86_400_000)
const notFound = { status: 404, code: 'not_found' }

describe('a free lesson', () => {
  test('is open to visitors, with its file, and listed on the course page', async () => {
    const { school, course, content, upload_id, read } = await aFreeLesson()
    const shown = await read()
    expect(shown).toMatchObject({
      course: { id: course.id, course_name: course.course_name },
      content: { title: 'The film', media: { upload_id } },
      others: [],
    })
    expect(await statusOf(school, shown.content.media!.url)).toBe(206)
    const { lessons } = await school.visitor().api(contract.getCourseDetails, { id: course.id })
    expect(lessons[0]!.contents.filter((one) => one.is_free_preview)).toMatchObject([{ id: content.id }])
  })

  test('shows its title, and no other, in a course that hides titles', async () => {
    const { school, course, content } = await aFreeLesson()
    await change(school, 'courses', course.id, { show_content_title_to_unapproved: false })
    const { lessons } = await school.visitor().api(contract.getCourseDetails, { id: course.id })
    expect(lessons[0]).toMatchObject({ contents_count: 2, contents: [{ id: content.id }] })
    expect(lessons[0]!.contents).toHaveLength(1)
  })

  test('opens no other lesson and no other file', async () => {
    const { school, contents, course, content, teacher, read } = await aFreeLesson()
    await expect(read({ content_id: contents[1]!.id })).rejects.toMatchObject(notFound)
    const { upload_id } = await createTestUpload(teacher, fileSignatures.mp4, {
      host: school.host,
      purpose: 'course_video',
      file_name: 'b.mp4',
    })
    const url = (parts: string) => `/media/free/${parts}`
    expect(await statusOf(school, url(`${course.id}/${content.id}/${upload_id}`))).toBe(404)
    expect(await statusOf(school, url(`${course.id}/nonsense/${upload_id}`))).toBe(404)
    const other = await createTestSchool()
    const { media } = (await read()).content
    expect(await statusOf(other, media!.url)).toBe(404)
    await expect(
      other.visitor().api(contract.getFreePreview, { course_id: course.id, content_id: content.id }),
    ).rejects.toMatchObject(notFound)
  })

  test.each<['contents' | 'courses', object]>([
    ['contents', { is_free_preview: false }],
    ['contents', { is_published: false }],
    ['contents', { is_locked: true }],
    ['contents', { opens_at: tomorrow }],
    ['courses', { course_is_public: false }],
    ['courses', { is_coming_soon: true }],
    ['courses', { course_end_date: new Date(0) }],
    ['courses', { deleted_at: new Date(0) }],
  ])('closes with its file when %s become %o', async (table, values) => {
    const { school, course, content, read } = await aFreeLesson()
    const { url } = (await read()).content.media!
    expect(await statusOf(school, url)).toBe(206)
    await change(school, table, table === 'courses' ? course.id : content.id, values)
    await expect(read()).rejects.toMatchObject(notFound)
    vi.advanceTimersByTime(30_000)
    expect(await statusOf(school, url)).toBe(404)
  })

  test('is open through a public mirror of a private course', async () => {
    const { school, course, content, read } = await aFreeLesson()
    const mirror = await school.course({ mirror_course_id: course.id, course_is_public: true })
    await change(school, 'courses', course.id, { course_is_public: false })
    await expect(read()).rejects.toMatchObject(notFound)
    await expect(read({ course_id: mirror.id })).resolves.toMatchObject({ content: { id: content.id } })
  })

  test('stays free in a copy, which is published by hand', async () => {
    const { teacher, content, course } = await aFreeLesson()
    await teacher.api(contract.duplicateContent, { id: content.id })
    const { lessons } = await teacher.api(contract.getCourseContents, { id: course.id })
    const flags = lessons[0]!.contents.map((one) => [one.is_free_preview, one.is_published])
    expect(flags).toEqual([
      [true, true],
      [true, false],
      [false, true],
    ])
  })
})
