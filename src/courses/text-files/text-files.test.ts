import { afterEach, expect, test } from 'vitest'
import { duplicateCourse } from '#import-export/contract.ts'
import { createTestImage, createTestUpload } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  getTestApp,
  resetClock,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { removeUnusedTextFiles, removeUnusedUpload } from '../jobs.ts'

afterEach(resetClock)

const missing = '/media/private/00000000-0000-0000-0000-000000000000'

/** A published text lesson, and an image that its teacher uploaded. */
async function lessonWithImage() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school, { contents: [{ type: 'text' }] })
  const { teacher, content, course } = fixture
  const image = await uploadImage(school, teacher)
  const html = figure(image.upload_id)
  const save = (body: string) => teacher.api(contract.updateContent, { id: content.id, body })
  await save(html)
  await teacher.api(contract.publishContent, { id: content.id, audience: 'everybody' })
  return { ...fixture, school, image, html, save, open: { id: course.id, topic: content.id } }
}

const uploadImage = async (
  { host }: TestSchool,
  teacher: Awaited<ReturnType<typeof createTestCourse>>['teacher'],
  purpose: 'lesson_image' | 'avatar' = 'lesson_image',
) =>
  createTestUpload(teacher, await createTestImage({ width: 90 }), {
    host,
    purpose,
    content_type: 'image/png',
  })

const figure = (id: string) =>
  `<figure data-block="image"><img src="/media/private/${id}" width="90" alt="Loaf" loading="lazy" /></figure>`

const linkIn = (html: string) => /src="([^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&')

async function statusOf({ host }: TestSchool, url: string) {
  const { http } = await getTestApp()
  return (await http.inject({ method: 'GET', url, headers: { host } })).statusCode
}

const fileExists = async (school: TestSchool, id: string) =>
  school.transact(async ({ tx, school_id }) => {
    const row = await tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .select('status')
      .executeTakeFirst()
    return row?.status === 'ready'
  })

test('shows an image in a lesson to those who may read the lesson', async () => {
  const { school, student, teacher, image, open } = await lessonWithImage()
  const { topic } = await student.api(contract.getCourseContents, open)
  const link = linkIn(topic!.body)
  expect(await statusOf(school, link)).toBe(200)
  expect(await statusOf(school, `/media/private/${image.upload_id}`)).not.toBe(200)
  expect(await statusOf(school, `/media/public/${image.upload_id}`)).toBe(404)
  const edited = await teacher.api(contract.getCourseContents, open)
  expect(await statusOf(school, linkIn(edited.topic!.body))).toBe(200)
  const version = await teacher.api(contract.getContentVersion, { id: open.topic, number: 2 })
  expect(await statusOf(school, linkIn(version.body))).toBe(200)
})

test('stores the address of an image without the signature of its link', async () => {
  const { school, teacher, open, html, save } = await lessonWithImage()
  const { topic } = await teacher.api(contract.getCourseContents, open)
  const saved = await save(topic!.body)
  expect(saved.has_changes, 'the same text is no change').toBe(false)
  const stored = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('contents')
      .where('school_id', '=', school_id)
      .where('id', '=', open.topic)
      .select('body')
      .executeTakeFirstOrThrow(),
  )
  expect(stored.body).toBe(html)
})

test('gives no access to files of other kinds or schools', async () => {
  const { school, teacher, save } = await lessonWithImage()
  const avatar = await uploadImage(school, teacher, 'avatar')
  const other = await lessonWithImage()
  for (const id of [avatar.upload_id, other.image.upload_id]) {
    const saved = await save(figure(id))
    expect(saved.body).toContain(`src="${missing}"`)
    expect(saved.body).not.toContain(id)
  }
})

test('shows the images of a copy and of a mirror', async () => {
  const { school, teacher, student, open, content, course } = await lessonWithImage()
  const copies = await teacher.api(contract.duplicateContents, {
    course_id: course.id,
    content_ids: [content.id],
  })
  const copy = await teacher.api(contract.getCourseContents, {
    id: course.id,
    topic: copies.content_ids[0]!,
  })
  expect(await statusOf(school, linkIn(copy.topic!.body))).toBe(200)
  const duplicate = await teacher.api(duplicateCourse, { id: course.id })
  const there = await teacher.api(contract.getCourseContents, { id: duplicate.id })
  expect(await statusOf(school, linkIn(there.topic!.body))).toBe(200)
  const mirror = await school.course({
    created_by: teacher.id,
    course_is_public: true,
    mirror_course_id: course.id,
  })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('enrolments')
      .set({ course_id: mirror.id })
      .where('school_id', '=', school_id)
      .where('user_id', '=', student.id)
      .execute(),
  )
  const mirrored = await student.api(contract.getCourseContents, { ...open, id: mirror.id })
  expect(await statusOf(school, linkIn(mirrored.topic!.body))).toBe(200)
})

test('deletes an image a day after the last text that shows it is gone', async () => {
  const { school, teacher, image, html, save, open } = await lessonWithImage()
  const clean = () => runJob(school, removeUnusedTextFiles, { content_id: open.topic })
  await save('<p>Without</p>')
  const [queued] = await listQueuedJobs(school.school_id, `delete-unused-text-files/${open.topic}`)
  expect(queued!.run_at.getTime() - Date.now()).toBeGreaterThan(23 * 3_600_000)
  await clean()
  expect(await fileExists(school, image.upload_id), 'students still read it').toBe(true)
  await teacher.api(contract.publishContent, { id: open.topic, audience: 'everybody' })
  await clean()
  expect(await fileExists(school, image.upload_id), 'the version can be restored').toBe(true)
  await teacher.api(contract.deleteContentVersion, { id: open.topic, number: 2 })
  await clean()
  expect(await fileExists(school, image.upload_id)).toBe(false)
  expect((await save(html)).body, 'nobody can use it again').toContain(missing)
})

test('deletes an image with the last content that shows it', async () => {
  const { school, teacher, image, content, course } = await lessonWithImage()
  const copies = await teacher.api(contract.duplicateContents, {
    course_id: course.id,
    content_ids: [content.id],
  })
  await teacher.api(contract.deleteContent, { id: content.id })
  expect(await fileExists(school, image.upload_id)).toBe(true)
  await teacher.api(contract.deleteContent, { id: copies.content_ids[0]! })
  expect(await fileExists(school, image.upload_id)).toBe(false)
})

test('deletes an image that no text was saved with', async () => {
  const { school, teacher, image } = await lessonWithImage()
  const unsaved = await uploadImage(school, teacher)
  for (const { upload_id } of [image, unsaved]) await runJob(school, removeUnusedUpload, { upload_id })
  expect(await fileExists(school, image.upload_id)).toBe(true)
  expect(await fileExists(school, unsaved.upload_id)).toBe(false)
})
