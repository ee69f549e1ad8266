import { afterEach, expect, test, vi } from 'vitest'
import * as assistant from '#assistant/contract.ts'
import * as courses from '#courses/contract.ts'
import * as learning from '#learning/contract.ts'
import { createNote } from '#notes/contract.ts'
import { searchInCourse } from '#content-chunks/contract.ts'
import { openPlayer } from '#player/contract.ts'
import { createTestUpload, fileSignatures } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createTestSchool, getTestApp, resetClock, setClock } from '#testing/builders/school-builder.ts'
import { insertTestUpload } from '#testing/builders/upload-builder.ts'

afterEach(() => {
  vi.useRealTimers()
  resetClock()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
const refused = { code: 'course_not_started' }

/** A course with a video that starts in two days, and an approved student. */
async function createFutureCourse() {
  const school = await createTestSchool()
  const upload_id = await insertTestUpload(school, 'course_video', await school.teacher())
  const video = { type: 'video', title: 'Boats', upload_id, duration_seconds: 60 }
  const fixture = await createTestCourse(school, {
    course: { course_start_date: inDays(2) },
    contents: [video],
  })
  const { id } = fixture.course
  const content_id = fixture.content.id
  const calls = {
    contents: () => fixture.student.api(courses.getCourseContents, { id }),
    player: () => fixture.student.api(openPlayer, { id }),
    captions: () => fixture.student.api(courses.listCaptions, { id: content_id, course_id: id }),
    progress: () => fixture.student.api(learning.saveProgress, { content_id, opened: true }),
    note: () => fixture.student.api(createNote, { course_id: id, content_id, note: '<p>Mine</p>' }),
    search: () => fixture.student.api(searchInCourse, { id, q: 'boats' }),
    assistant: () => fixture.student.api(assistant.getAssistant, { course_id: id }),
    answer: () =>
      fixture.student.api(assistant.askQuestion, { course_id: id, question: 'What is it about?' }),
    questions: () => fixture.student.api(assistant.listMyQuestions, { course_id: id }),
    recommendation: () => fixture.student.api(assistant.recommendTopics, { course_id: id }),
  }
  return { school, ...fixture, id, calls }
}

test('closes every route to the contents until the course starts, and then opens them', async () => {
  const { calls } = await createFutureCourse()
  for (const [name, call] of Object.entries(calls)) await expect(call(), name).rejects.toMatchObject(refused)
  setClock(inDays(2.001))
  for (const [name, call] of Object.entries(calls)) await expect(call(), name).resolves.toBeDefined()
})

test('closes the link to a file when the start date moves, and opens it on that date', async () => {
  // A server caches for some seconds whether a link may be read.
  vi.useFakeTimers({ toFake: ['performance'] })
  const school = await createTestSchool()
  const { course, content, teacher, student } = await createTestCourse(school, {
    contents: [{ type: 'video' }],
  })
  const file = { host: school.host, purpose: 'course_video', file_name: 'boats.mp4' } as const
  const { upload_id } = await createTestUpload(teacher, fileSignatures.mp4, file)
  await teacher.api(courses.updateContent, { id: content.id, upload_id })
  await teacher.api(courses.publishContent, { id: content.id, audience: 'everybody' })
  const { topic } = await student.api(courses.getCourseContents, { id: course.id, topic: content.id })
  const read = async () => {
    vi.advanceTimersByTime(30_000)
    const request = { method: 'GET', url: topic!.media!.url, headers: { host: school.host } } as const
    return (await (await getTestApp()).http.inject(request)).statusCode
  }
  expect(await read()).toBe(200)
  await teacher.api(courses.updateCourse, { id: course.id, course_start_date: inDays(0.1).toISOString() })
  expect(await read()).toBe(403)
  setClock(inDays(0.11))
  expect(await read()).toBe(200)
})

test('tells the student the start date in the refusal, on the dashboard and in the access check', async () => {
  const { student, course, id } = await createFutureCourse()
  const starts_at = course.course_start_date!.toISOString()
  await expect(student.api(courses.getCourseContents, { id })).rejects.toMatchObject({
    body: { code: 'course_not_started', starts_at, course_name: course.course_name },
  })
  const myCourses = await student.api(learning.listMyCourses, {})
  expect(myCourses.data[0]).toMatchObject({
    no_access_reason: 'course_not_started',
    course_start_date: starts_at,
  })
  expect(await student.api(learning.getCourseAccess, { course_id: id })).toMatchObject({
    has_access: false,
    code: 'course_not_started',
  })
  expect(await student.api(courses.getCourseDetails, { id })).toMatchObject({ may_open: false })
  expect((await student.api(learning.getDashboard, {})).new_contents).toEqual([])
})

test('lets staff open the course early for students, and read it themselves at any time', async () => {
  const { school, calls, teacher, id } = await createFutureCourse()
  expect(await teacher.api(courses.getCourseContents, { id })).toMatchObject({ access: 'edit' })
  expect(await teacher.api(courses.getCourseContents, { id, creator_preview: true })).toMatchObject({
    access: 'learn',
  })
  await teacher.api(courses.updateCourse, { id, allow_early_access: true })
  for (const [name, call] of Object.entries(calls)) await expect(call(), name).resolves.toBeDefined()
  const entries = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('audit_log').where('school_id', '=', school_id).selectAll().execute(),
  )
  expect(JSON.stringify(entries)).toContain('allow_early_access')
})
