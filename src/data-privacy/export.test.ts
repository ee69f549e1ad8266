import { afterEach, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { sendEndOfCourseMessage } from '#end-of-course-messages/contract.ts'
import { saveProgress } from '#learning/contract.ts'
import { createNote } from '#notes/contract.ts'
import { setMyReview } from '#reviews/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import { createTestCourse, listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, resetClock, setClock } from '#testing/builders/school-builder.ts'
import { unzip } from '#testing/formats/unzip.ts'
import * as contract from './contract.ts'
import { expireDataExportJobDefinition, writeDataExportJobDefinition } from './jobs.ts'
import { personalData } from '#personal-data.ts'

afterEach(resetClock)

async function aStory() {
  const school = await createTestSchool()
  const fixture = await createTestCourse(school)
  const { student, course, content } = fixture
  await student.api(saveProgress, { content_id: content.id, opened: true })
  await student.api(createNote, {
    course_id: course.id,
    content_id: content.id,
    note: '<p>Mind the step</p>',
  })
  await student.api(setMyReview, { course_id: course.id, rating: 4, review: 'A fine course' })
  await student.api(sendEndOfCourseMessage, { course_id: course.id, message: 'Thank you' })
  const bytes = await createTestImage()
  const image = await createTestUpload(student, bytes, {
    host: school.host,
    purpose: 'avatar',
    content_type: 'image/png',
  })
  return { school, ...fixture, picture: image }
}
type Story = Awaited<ReturnType<typeof aStory>>

const write = (school: Story['school'], export_id: string) =>
  runJob(school, writeDataExportJobDefinition, { export_id })
const linesOf = (entries: Map<string, Buffer>, table: string) =>
  entries
    .get(`tables/${table}.ndjson`)!
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

async function archiveAt(school: Story['school'], url: string) {
  const answer = await school.app.http.inject({ method: 'GET', url, headers: { host: school.host } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

test('exports all data of a person to one archive by a job, with a personal link', async () => {
  const { school, student, teacher, picture: image, content } = await aStory()
  await expect(school.visitor().api(contract.requestDataExport, {})).rejects.toMatchObject({ status: 401 })
  expect(await student.api(contract.getMyLatestExport, {})).toEqual({ export: null })
  const dataExport = await student.api(contract.requestDataExport, {})
  expect(dataExport).toMatchObject({ state: 'waiting', url: null, size: null })
  expect(await listQueuedJobs(school.school_id, `data-export/${dataExport.id}`)).toHaveLength(1)
  await write(school, dataExport.id)

  const done = await student.api(contract.requestDataExport, {})
  expect(done).toMatchObject({ id: dataExport.id, state: 'done', failure: null })
  expect(done.file_name).toMatch(/-my-data-\d{4}-\d\d-\d\d\.zip$/)
  const { status, headers, bytes } = await archiveAt(school, done.url!)
  expect([status, headers['content-type'], bytes.length]).toEqual([200, 'application/zip', done.size])
  expect(headers['content-disposition']).toContain('attachment')

  const entries = await unzip(bytes)
  for (const { table } of personalData.flatMap(({ rows }) => rows))
    expect([...entries.keys()]).toContain(`tables/${table}.ndjson`)
  expect(linesOf(entries, 'users')).toMatchObject([
    { id: student.id, email: student.email, name: student.name },
  ])
  expect(linesOf(entries, 'notes')).toMatchObject([{ note: '<p>Mind the step</p>' }])
  expect(linesOf(entries, 'student_reviews')).toMatchObject([{ rating: 4, review: 'A fine course' }])
  expect(linesOf(entries, 'content_progress')).toMatchObject([{ content_id: content.id }])
  expect(linesOf(entries, 'enrolments')).toHaveLength(1)
  expect(linesOf(entries, 'end_of_course_messages')).toMatchObject([{ message: 'Thank you' }])
  expect(linesOf(entries, 'sessions')).toHaveLength(1)
  expect(linesOf(entries, 'notifications')).toEqual([])

  const manifest = JSON.parse(entries.get('manifest.json')!.toString()) as {
    files: { name: string; bytes: number; upload_id: string }[]
    person: object
  }
  expect(manifest.person).toMatchObject({ id: student.id, email: student.email })
  expect(manifest.files.map(({ upload_id }) => upload_id)).toEqual([image.upload_id])
  expect(entries.get(manifest.files[0]!.name)!.length).toBe(image.size)

  const text = Buffer.concat([...entries.values()]).toString()
  expect(text).not.toContain('argon2')
  expect(text).not.toContain(teacher.email)
  expect((await listNotificationsOf(school, student.id)).notifications.map(({ kind }) => kind)).toContain(
    'data_export_ready',
  )
})

test('writes one archive for repeated requests and a new one only on a new request', async () => {
  const { school, student } = await aStory()
  const dataExports = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      student.api(at % 2 ? contract.requestDataExport : contract.renewDataExport, {}),
    ),
  )
  expect(new Set(dataExports.map(({ id }) => id)).size).toBe(1)
  const { id } = dataExports[0]!
  await Promise.all([write(school, id), write(school, id)].map((each) => each.catch(() => {})))
  await write(school, id)
  const first = await student.api(contract.requestDataExport, {})
  expect(first).toMatchObject({ id, state: 'done' })

  const renewed = await student.api(contract.renewDataExport, {})
  expect(renewed).toMatchObject({ state: 'waiting' })
  expect(renewed.id).not.toBe(id)
  await write(school, renewed.id)
  const entries = await unzip(
    (await archiveAt(school, (await student.api(contract.requestDataExport, {})).url!)).bytes,
  )
  // An archive does not contain the previous one.
  expect(
    linesOf(entries, 'uploads').filter((row) => row.status === 'ready' && row.purpose === 'data_archive'),
  ).toEqual([])
})

test('restarts an interrupted export and deletes an expired one', async () => {
  const { school, student } = await aStory()
  const { id } = await student.api(contract.requestDataExport, {})
  const { storage } = school.app.services
  const broken = { ...storage, copyIn: () => Promise.reject(new Error('the power went')) }
  const requestContext = await school.transact(async (ctx) => ctx)
  const chunk = { ...requestContext, storage: broken, transact: school.transact as never }
  await expect(writeDataExportJobDefinition.run(chunk as never, { export_id: id } as never)).rejects.toThrow(
    'the power went',
  )
  expect(await student.api(contract.requestDataExport, {})).toMatchObject({ id, state: 'running', url: null })
  await write(school, id)
  const done = await student.api(contract.requestDataExport, {})
  expect((await archiveAt(school, done.url!)).status).toBe(200)

  await runJob(school, expireDataExportJobDefinition, { export_id: id })
  await runJob(school, expireDataExportJobDefinition, { export_id: id })
  expect(await student.api(contract.getMyLatestExport, {})).toMatchObject({
    export: { state: 'expired', url: null },
  })
  setClock(new Date(Date.now() + 20_000))
  expect(await student.api(contract.requestDataExport, {})).toMatchObject({ state: 'waiting' })
})

test('exports two thousand rows page by page', async () => {
  const { school, student, course, content } = await aStory()
  await school.transact(async ({ tx, school_id }) => {
    const rows = Array.from({ length: 1_999 }, (_, at) => ({
      school_id,
      id: newId(),
      user_id: student.id,
      course_id: course.id,
      content_id: content.id,
      content_title: 'A',
      course_name: 'B',
      note: `<p>Note ${at}</p>`,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await tx
        .insertInto('notes')
        .values(rows.slice(at, at + 500) as never)
        .execute()
  })
  const { id } = await student.api(contract.requestDataExport, {})
  await write(school, id)
  const done = await student.api(contract.requestDataExport, {})
  const stored = await school.app.services.storage.read(
    (
      await school.transact(({ tx, school_id }) =>
        tx
          .selectFrom('uploads as u')
          .innerJoin('data_exports as e', (on) =>
            on.onRef('e.school_id', '=', 'u.school_id').onRef('e.upload_id', '=', 'u.id'),
          )
          .where('e.school_id', '=', school_id)
          .where('e.id', '=', done.id)
          .select('u.object_key')
          .executeTakeFirstOrThrow(),
      )
    ).object_key,
  )
  expect(linesOf(await unzip(await buffer(stored)), 'notes')).toHaveLength(2_000)
})

test('lets an admin export a person’s data after a written request, readable by that admin only', async () => {
  const { school, student, teacher } = await aStory()
  const [admin, owner] = [await school.admin(), await school.owner()]
  const request = { user_id: student.id, reason: 'Letter of 3 May' }
  await expect(teacher.api(contract.requestUserDataExport, request)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(
    admin.api(contract.requestUserDataExport, { ...request, user_id: owner.id }),
  ).rejects.toMatchObject({
    code: 'owner_only',
  })
  await expect(
    admin.api(contract.requestUserDataExport, { ...request, user_id: admin.id }),
  ).rejects.toMatchObject({
    code: 'own_role_immutable',
  })
  await expect(
    admin.api(contract.requestUserDataExport, { ...request, user_id: newId() }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
  const { id } = await admin.api(contract.requestUserDataExport, request)
  await write(school, id)
  const { export: written } = await admin.api(contract.getUserData, { user_id: student.id })
  expect((await archiveAt(school, written!.url!)).status).toBe(200)
  expect(await student.api(contract.getMyLatestExport, {})).toEqual({ export: null })
  const noted = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('audit_log')
      .where('school_id', '=', school_id)
      .where('action', '=', 'user.data_exported')
      .select(['actor_id', 'subject_id', 'change'])
      .execute(),
  )
  expect(noted).toEqual([
    { actor_id: admin.id, subject_id: student.id, change: { reason: 'Letter of 3 May' } },
  ])
})
