import { describe, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { getCourseContents, listCaptions, getTranscript } from '#courses/contract.ts'
import { createTestArchive } from '#testing/builders/zip-builder.ts'
import { createTestUpload, createTestImage, fileSignatures } from '#testing/builders/files.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  getTestApp,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { createFullCourse } from '#testing/builders/full-course.ts'
import * as contract from './contract.ts'
import { documentContents, type CourseDocument } from './documents/course-document.ts'
import { expireExportJobDefinition, exportCourseJobDefinition, importCourseJobDefinition } from './jobs.ts'

/** Exports a course and returns the bytes of the archive. */
async function exported(school: TestSchool, person: TestUser, course_id: string): Promise<Buffer> {
  const transfer = await person.api(contract.exportCourse, { id: course_id })
  await runJob(school, exportCourseJobDefinition, { export_id: transfer.id })
  const done = await person.api(contract.getExport, { id: transfer.id })
  expect(done).toMatchObject({ state: 'done', failure: null })
  const app = await getTestApp()
  const answer = await app.http.inject({ method: 'GET', url: done.url!, headers: { host: school.host } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('attachment')
  return answer.rawPayload
}

async function imported(school: TestSchool, person: TestUser, bytes: Buffer, options = {}) {
  const file = await createTestUpload(person, bytes, {
    host: school.host,
    purpose: 'course_archive',
    file_name: 'course.zip',
  })
  const { id } = await person.api(contract.importCourse, { upload_id: file.upload_id, ...options })
  await runJob(school, importCourseJobDefinition, { import_id: id })
  return person.api(contract.getImport, { id })
}

/** The document of an archive. */
async function documentIn(bytes: Buffer): Promise<CourseDocument> {
  const zip = await fromBufferPromise(bytes, {})
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'course.json')
      return JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString()) as CourseDocument
  throw new Error('no document')
}

/** The comparable part: without facts of the school and bytes of images, which are encoded again. */
function structure({ made_in: _made_in, media, ...document }: CourseDocument) {
  const files = media.map(({ sha256, size, ...file }) =>
    file.purpose === 'course_image' ? file : { ...file, sha256, size },
  )
  return { ...document, media: files }
}

describe('export, import and export again give the same course', () => {
  test.each([
    ['in the same school', true],
    ['in another school', false],
  ])('%s', async (_where, isSame) => {
    const school = await createTestSchool({ currency_code: 'EUR' })
    const teacher = await school.teacher()
    const { course } = await createFullCourse(school, teacher)
    const first = await exported(school, teacher, course.id)

    const there = isSame ? school : await createTestSchool({ currency_code: 'EUR' })
    const other = isSame ? teacher : await there.teacher()
    const taken = await imported(there, other, first, { keep_public: true })
    expect(taken).toMatchObject({ state: 'done', failure: null, report: [] })
    const second = await exported(there, other, taken.course_id!)

    const before = await documentIn(first)
    expect(structure(await documentIn(second))).toEqual(structure(before))
    const [text, watched] = documentContents(before)
    expect(text!.draft).toMatchObject({ title: 'Teig, neu', body: expect.stringContaining('course:c2') })
    expect(text!.draft!.body).toMatch(/src="media:m\d+"/)
    expect(watched!.draft).toMatchObject({ title: 'Film, neu', media: watched!.media, duration_seconds: 90 })
    const made = await other.api(getCourseContents, { id: taken.course_id! })
    expect(made.lessons.flatMap(({ contents }) => contents).slice(0, 2)).toMatchObject([
      { title: 'Teig, neu', has_changes: true, is_published: true },
      { title: 'Film, neu', has_changes: true, is_published: true },
    ])
    expect(before.media.map((media) => media.file_name)).toEqual([
      'Bäcker.webp',
      'Film.mp4',
      'de.vtt',
      expect.stringMatching(/Rezept/),
      'nested.zip',
    ])
    expect(before.course.end_of_course_content).toBe('c1')
    expect(before.lessons[0]!.contents[2]).toMatchObject({ opens_after_content: 'c1', is_published: false })
    expect(before.lessons[0]!.contents[0]!.body).toContain('href="course:"')

    const student = await there.student()
    await there.transact(({ tx, school_id }) =>
      tx
        .updateTable('courses')
        .set({ is_coming_soon: false, enable_tiering: false })
        .where('school_id', '=', school_id)
        .where('id', '=', taken.course_id)
        .execute(),
    )
    await there.enrol(student, { id: taken.course_id! })
    const opened = await student.api(getCourseContents, { id: taken.course_id! })
    const video = opened.lessons[0]!.contents.find((content) => content.title === 'Film')!
    const { topic } = await student.api(getCourseContents, { id: taken.course_id!, topic: video.id })
    const app = await getTestApp()
    const read = await app.http.inject({
      method: 'GET',
      url: topic!.media!.url,
      headers: { host: there.host },
    })
    expect(read.rawPayload.equals(fileSignatures.mp4)).toBe(true)
    const through = { course_id: taken.course_id! }
    const { data } = await student.api(listCaptions, { id: video.id, ...through })
    const { cues } = await student.api(getTranscript, { id: data[0]!.id, ...through })
    expect(cues).toEqual([{ from: 1, to: 2, text: 'Zehn Minuten kneten' }])
  })
})

test('imports a course as private and reports what was left out', async () => {
  const school = await createTestSchool({ currency_code: 'EUR' })
  const teacher = await school.teacher()
  const { course } = await createFullCourse(school, teacher)
  const there = await createTestSchool({ currency_code: 'NGN' })
  const admin = await there.admin()
  const taken = await imported(there, admin, await exported(school, teacher, course.id), {
    course_name: 'Bread',
  })
  expect(taken.report).toEqual([
    { code: 'currency_differs', path: '/course/price', name: 'EUR' },
    { code: 'kept_private', path: '/course/course_isPublic', name: 'Brot backen — خبز' },
  ])
})

const minimal = (more: object) =>
  Buffer.from(
    JSON.stringify({ format: 'course-document', version: 1, course: { course_name: 'Hostile' }, ...more }),
  )
const content = (id: string, more: object) => ({ id, type: 'text', title: id, is_published: true, ...more })

describe('what an archive brings', () => {
  test('is cleaned of scripts and of pages that cannot be embedded', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const contents = [
      content('c1', {
        body: '<p onclick="x()">Hi<script>alert(1)</script><img src="https://evil.test/t.gif"><img src="media:m1"><a href="course:c2">on</a><a href="javascript:x()">x</a></p>',
      }),
      content('c2', { type: 'embed', embed_url: 'https://evil.test/frame' }),
    ]
    const image = { id: 'm1', purpose: 'course_image', file_name: 'a.png', path: 'media/m1.png' }
    const document = minimal({ lessons: [{ id: 'l1', title: 'One', contents }], media: [image] })
    const taken = await imported(
      school,
      teacher,
      createTestArchive([
        { name: 'course.json', data: document },
        { name: 'media/m1.png', data: await createTestImage() },
      ]),
    )
    expect(taken.report.map(({ code, path }) => [code, path])).toEqual([
      ['picture_dropped', '/lessons/0/contents/0/body'],
      ['address_dropped', '/lessons/0/contents/1/embed_url'],
    ])
    const { lessons } = await teacher.api(getCourseContents, { id: taken.course_id! })
    const [text, embed] = lessons[0]!.contents
    expect(embed!.is_published).toBe(false)
    const { topic } = await teacher.api(getCourseContents, { id: taken.course_id!, topic: text!.id })
    expect(topic!.body).toMatch(
      new RegExp(
        `^<p>Hi<img src="/media/public/[0-9a-f-]{36}" alt="" loading="lazy" /><a href="/learn/${taken.course_id}\\?topic=${embed!.id}">on</a><a>x</a></p>$`,
      ),
    )
  })

  test('is checked like any upload: files that are wrong, changed or missing are left out', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const names = ['exe', 'changed', 'missing', 'good'] as const
    const media = names.map((id) => ({
      id,
      purpose: 'course_video',
      file_name: `${id}.mp4`,
      path: `media/${id}.mp4`,
      ...(id === 'changed' && { sha256: 'a'.repeat(64) }),
    }))
    const contents = names.map((id) => content(id, { type: 'video', media: id }))
    const taken = await imported(
      school,
      teacher,
      createTestArchive([
        { name: 'course.json', data: minimal({ lessons: [{ id: 'l1', title: 'One', contents }], media }) },
        { name: 'media/exe.mp4', data: fileSignatures.exe },
        { name: 'media/changed.mp4', data: fileSignatures.mp4 },
        { name: 'media/good.mp4', data: fileSignatures.mp4, packed: true },
      ]),
    )
    expect(taken.report).toEqual([
      { code: 'file_missing', path: '/media/2', name: 'missing.mp4' },
      { code: 'file_type_not_allowed', path: '/media/0', name: 'exe.mp4' },
      { code: 'file_changed', path: '/media/1', name: 'changed.mp4' },
      ...['exe', 'changed', 'missing'].map((name) => ({
        code: 'content_without_file',
        path: `/lessons/${name}`,
        name,
      })),
    ])
    const { lessons } = await teacher.api(getCourseContents, { id: taken.course_id! })
    expect(lessons[0]!.contents.map((one) => one.is_published)).toEqual([false, false, false, true])
  })
})

describe('a repeated job', () => {
  test('creates no second archive and no second course', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { course } = await createFullCourse(school, teacher)
    const bytes = await exported(school, teacher, course.id)
    const taken = await imported(school, teacher, bytes)
    await runJob(school, importCourseJobDefinition, { import_id: taken.id })
    expect(await teacher.api(contract.getImport, { id: taken.id })).toEqual(taken)
    const courses = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('courses').where('school_id', '=', school_id).select('id').execute(),
    )
    expect(courses).toHaveLength(2)
  })

  test('completes an interrupted import with the same files', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { course } = await createFullCourse(school, teacher)
    const bytes = await exported(school, teacher, course.id)
    const file = await createTestUpload(teacher, bytes, {
      host: school.host,
      purpose: 'course_archive',
      file_name: 'course.zip',
    })
    const { id } = await teacher.api(contract.importCourse, { upload_id: file.upload_id })
    const { storage } = (await getTestApp()).services
    let puts = 0
    const dying: typeof storage = {
      ...storage,
      put: (key, body, pinned) => {
        puts += 1
        return puts === 3 ? Promise.reject(new Error('the worker died')) : storage.put(key, body, pinned)
      },
    }
    const dies = {
      transact: <T>(work: Parameters<TestSchool['transact']>[0]) =>
        school.transact((ctx) => work({ ...ctx, storage: dying })) as Promise<T>,
    }
    await expect(runJob(dies as TestSchool, importCourseJobDefinition, { import_id: id })).rejects.toThrow(
      'died',
    )
    expect(await teacher.api(contract.getImport, { id })).toMatchObject({
      state: 'running',
      course_id: null,
    })
    const uploads = () =>
      school.transact(({ tx, school_id }) =>
        tx.selectFrom('uploads').where('school_id', '=', school_id).select(['id', 'status']).execute(),
      )
    const before = await uploads()
    await runJob(school, importCourseJobDefinition, { import_id: id })
    expect(await teacher.api(contract.getImport, { id })).toMatchObject({
      state: 'done',
      report: [{ code: 'kept_private' }],
    })
    expect((await uploads()).map((one) => one.id).toSorted()).toEqual(before.map((one) => one.id).toSorted())
    expect((await uploads()).filter((one) => one.status === 'pending')).toEqual([])
  })

  test('ends with an error after five failures, and deletes its files', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { course, video } = await createFullCourse(school, teacher)
    const { id } = await teacher.api(contract.exportCourse, { id: course.id })
    await school.transact(async ({ tx, school_id, storage }) => {
      const row = await tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('id', '=', video.upload_id)
        .select('object_key')
        .executeTakeFirstOrThrow()
      await storage.remove(row.object_key)
    })
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(runJob(school, exportCourseJobDefinition, { export_id: id })).rejects.toMatchObject({
        name: 'ObjectMissing',
      })
    expect(await teacher.api(contract.getExport, { id })).toMatchObject({
      state: 'failed',
      failure: 'internal_error',
    })
    const pending = await school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('uploads')
        .where('school_id', '=', school_id)
        .where('status', '=', 'pending')
        .select('id')
        .execute(),
    )
    expect(pending).toEqual([])
  })
})

describe('permission to', () => {
  test('export: only the teacher; a repeated request returns the running export; nobody else sees it', async () => {
    const school = await createTestSchool()
    const [teacher, other] = [await school.teacher(), await school.teacher()]
    const { course } = await createFullCourse(school, teacher)
    await expect(other.api(contract.exportCourse, { id: course.id })).rejects.toMatchObject({
      code: 'not_your_course',
    })
    await expect(other.api(contract.getLatestExport, { id: course.id })).rejects.toMatchObject({
      code: 'not_your_course',
    })
    expect(await teacher.api(contract.getLatestExport, { id: course.id })).toEqual({ export: null })
    const [one, two] = await Promise.all([
      teacher.api(contract.exportCourse, { id: course.id }),
      teacher.api(contract.exportCourse, { id: course.id }),
    ])
    expect(two.id).toBe(one.id)
    expect(await teacher.api(contract.getLatestExport, { id: course.id })).toMatchObject({
      export: { id: one.id },
    })
    await expect(other.api(contract.getExport, { id: one.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('restarts an export that was lost with its worker', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const course = await school.course({ created_by: teacher.id })
    const { id } = await teacher.api(contract.exportCourse, { id: course.id })
    const yesterday = new Date(Date.now() - 86_400_000)
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('course_exports')
        .set({ state: 'running', created_at: yesterday })
        .where('school_id', '=', school_id)
        .where('id', '=', id)
        .execute(),
    )
    const next = await teacher.api(contract.exportCourse, { id: course.id })
    expect(next).toMatchObject({ state: 'waiting' })
    expect(next.id).not.toBe(id)
    expect(await teacher.api(contract.getExport, { id })).toMatchObject({ state: 'failed' })
  })

  test('deletes an archive after some days', async () => {
    const school = await createTestSchool()
    const teacher = await school.teacher()
    const { course } = await createFullCourse(school, teacher)
    await exported(school, teacher, course.id)
    const { export: done } = await teacher.api(contract.getLatestExport, { id: course.id })
    await runJob(school, expireExportJobDefinition, { export_id: done!.id })
    expect(await teacher.api(contract.getExport, { id: done!.id })).toMatchObject({
      state: 'expired',
      url: null,
    })
  })

  test('imports an archive once, for the person who uploaded it', async () => {
    const school = await createTestSchool()
    const [teacher, other] = [await school.teacher(), await school.teacher()]
    const archive = createTestArchive([{ name: 'course.json', data: minimal({}) }])
    const file = await createTestUpload(teacher, archive, {
      host: school.host,
      purpose: 'course_archive',
      file_name: 'a.zip',
    })
    const transfer = await teacher.api(contract.importCourse, { upload_id: file.upload_id })
    await expect(other.api(contract.getImport, { id: transfer.id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(teacher.api(contract.importCourse, { upload_id: file.upload_id })).rejects.toMatchObject({
      errors: [{ path: 'upload_id', code: 'archive_taken' }],
    })
  })
})
