import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '#tenancy/jobs/define-job.ts'
import {
  createTestUpload,
  createTestPdf,
  createTestImage,
  putBytes,
  requestUploadLink,
} from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { discardUpload, importFile, getUsableUpload } from '../index.ts'
import { deleteOriginal, deleteUpload } from '../jobs.ts'
import { storageQuotas } from '../purposes.ts'

let school: TestSchool
let teacher: TestUser
let student: TestUser

beforeEach(async () => {
  school = await createTestSchool()
  ;[teacher, student] = await Promise.all([school.teacher(), school.student()])
})

const pdf = { purpose: 'course_file', file_name: 'a.pdf', content_type: 'application/pdf' } as const
const image = { purpose: 'avatar', file_name: 'a.png', content_type: 'image/png' } as const

/** Runs a job like a worker. */
const work = <P>(job: Job<P>, payload: P) => runJob(school, job, payload)

const row = (id: string) =>
  school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  )
const stored = async (key: string) => (await school.app.services.storage.stat(key)) !== null
const used = (quota_owner_id: string) =>
  school.transact(async ({ tx, school_id }) => {
    const usage = tx
      .selectFrom('upload_usage')
      .where('school_id', '=', school_id)
      .where('quota_owner_id', '=', quota_owner_id)
    return (await usage.select('bytes').executeTakeFirst())?.bytes ?? 0
  })

describe('quota', () => {
  test('is used when a link is given, and corrected when the file is smaller', async () => {
    const bytes = await createTestImage({ width: 900, height: 900 })
    const link = await requestUploadLink(student, bytes, image)
    expect([await used(student.id), await used(school.school_id)]).toEqual([bytes.length, bytes.length])
    await putBytes(link, bytes, { host: school.host })
    const { size } = await student.api(contract.completeUpload, { upload_id: link.upload_id })
    expect([await used(student.id), await used(school.school_id)]).toEqual([size, size])
  })

  test('is limited per person and per school', async () => {
    const fill = (quota_owner_id: string, bytes: number) =>
      school.transact(({ tx, school_id }) =>
        tx.insertInto('upload_usage').values({ school_id, quota_owner_id, bytes }).execute(),
      )
    await fill(student.id, storageQuotas.student - 1000)
    await expect(requestUploadLink(student, Buffer.alloc(1001), image)).rejects.toMatchObject({
      code: 'storage_quota_exceeded',
      status: 409,
    })
    expect(await used(school.school_id), 'a refusal takes nothing').toBe(0)
    await expect(requestUploadLink(student, Buffer.alloc(1000), image)).resolves.toBeDefined()
    await expect(requestUploadLink(student, Buffer.alloc(1), image)).rejects.toMatchObject({
      code: 'storage_quota_exceeded',
    })

    const full = await createTestSchool()
    await full.transact(({ tx, school_id }) =>
      tx
        .insertInto('upload_usage')
        .values({ school_id, quota_owner_id: school_id, bytes: storageQuotas.school })
        .execute(),
    )
    await expect(requestUploadLink(await full.teacher(), createTestPdf(), pdf)).rejects.toMatchObject({
      code: 'storage_quota_exceeded',
    })
  })

  test('is not exceeded by concurrent requests', async () => {
    const video = { purpose: 'course_video', content_type: 'video/mp4', size: 4_000_000_000 } as const
    const link = () => requestUploadLink(teacher, Buffer.alloc(0), video)
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, link))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
    expect(await used(teacher.id)).toBe(100_000_000_000)
  })

  test('limits the number of announced uploads too', async () => {
    const link = () => requestUploadLink(student, Buffer.alloc(1_000), image)
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, link))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await used(student.id)).toBe(5_000)
  })
})

describe('an incomplete upload', () => {
  test('is deleted a day later, with its object and quota', async () => {
    const link = await requestUploadLink(teacher, createTestPdf(), pdf)
    await putBytes(link, createTestPdf(), { host: school.host })
    const { object_key } = (await row(link.upload_id))!
    expect(await stored(object_key)).toBe(true)
    await work(deleteUpload, { upload_id: link.upload_id })
    expect([await row(link.upload_id), await stored(object_key), await used(teacher.id)]).toEqual([
      undefined,
      false,
      0,
    ])
    await work(deleteUpload, { upload_id: link.upload_id })
  })

  test('releases its quota once, however often the job runs', async () => {
    const { size } = await createTestUpload(teacher, createTestPdf(), { host: school.host, ...pdf })
    const { upload_id } = await requestUploadLink(teacher, Buffer.alloc(100), pdf)
    await Promise.all([1, 2, 3].map(() => work(deleteUpload, { upload_id })))
    expect([await used(teacher.id), await used(school.school_id)]).toEqual([size, size])
  })

  test('has one delayed job', async () => {
    const before = Date.now()
    const { upload_id } = await requestUploadLink(teacher, createTestPdf(), pdf)
    const [job, ...others] = await listQueuedJobs(school.school_id, `sweep-upload/${upload_id}`)
    expect(job).toMatchObject({ task: 'sweepUpload', payload: { upload_id, school_id: school.school_id } })
    expect(others).toEqual([])
    expect(job!.run_at.getTime() - before).toBeGreaterThan(23.9 * 3600 * 1000)
  })

  test('stays after completion', async () => {
    const file = await createTestUpload(teacher, createTestPdf(), { host: school.host, ...pdf })
    await work(deleteUpload, { upload_id: file.upload_id })
    expect((await row(file.upload_id))?.status).toBe('ready')
    expect((await teacher.request({ method: 'GET', url: file.url })).status).toBe(200)
  })
})

test('keeps the converted image and deletes the original', async () => {
  const bytes = await createTestImage()
  const link = await requestUploadLink(student, bytes, image)
  await putBytes(link, bytes, { host: school.host })
  const original = (await row(link.upload_id))!.object_key
  await student.api(contract.completeUpload, { upload_id: link.upload_id })
  const { object_key } = (await row(link.upload_id))!
  await work(deleteOriginal, { object_key: original })
  expect([await stored(original), await stored(object_key)]).toEqual([false, true])
})

test('is unreadable when discarded, and then deleted', async () => {
  const file = await createTestUpload(teacher, createTestPdf(), { host: school.host, ...pdf })
  const { object_key } = (await row(file.upload_id))!
  await school.transact((ctx) => discardUpload(ctx, file.upload_id))
  expect((await teacher.request({ method: 'GET', url: file.url })).status).toBe(404)
  const [job] = await listQueuedJobs(school.school_id, `sweep-upload/${file.upload_id}`)
  expect(job!.run_at.getTime()).toBeLessThan(Date.now() + 60_000)
  await work(deleteUpload, { upload_id: file.upload_id })
  expect([await row(file.upload_id), await stored(object_key), await used(teacher.id)]).toEqual([
    undefined,
    false,
    0,
  ])
})

describe('use of a file', () => {
  const use = (
    person: TestUser,
    upload_id: string,
    purpose: 'course_file' | 'course_video' = 'course_file',
  ) =>
    school.transact((ctx) =>
      getUsableUpload({ ...ctx, actor: { ...ctx.actor, id: person.id, role: person.role } }, upload_id, {
        purpose,
      }),
    )

  test('needs its owner or staff, its purpose and completion', async () => {
    const { upload_id } = await createTestUpload(teacher, createTestPdf(), { host: school.host, ...pdf })
    await expect(use(teacher, upload_id)).resolves.toMatchObject({ id: upload_id })
    await expect(use(await school.admin(), upload_id)).resolves.toMatchObject({ id: upload_id })
    const unknown = {
      code: 'invalid_input',
      details: { errors: [{ path: 'upload_id', code: 'upload_unknown' }] },
    }
    await expect(use(student, upload_id)).rejects.toMatchObject(unknown)
    await expect(use(teacher, upload_id, 'course_video')).rejects.toMatchObject(unknown)
    await expect(
      use(teacher, (await requestUploadLink(teacher, createTestPdf(), pdf)).upload_id),
    ).rejects.toMatchObject(unknown)
    const otherSchool = await createTestSchool()
    const foreign = await createTestUpload(await otherSchool.teacher(), createTestPdf(), {
      host: otherSchool.host,
      ...pdf,
    })
    await expect(use(teacher, foreign.upload_id)).rejects.toMatchObject(unknown)
  })
})

test('is allowed for local files by the same rules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-import-'))
  const path = join(folder, 'cover.png')
  await writeFile(path, await createTestImage({ width: 500, height: 200 }))
  const upload = await school.transact((ctx) =>
    importFile(ctx, { path, purpose: 'course_image', owner_id: teacher.id }),
  )
  expect(upload).toMatchObject({
    status: 'ready',
    is_public: true,
    content_type: 'image/webp',
    width: 500,
    file_name: 'cover.webp',
  })
  expect((await school.visitor().request({ method: 'GET', url: `/media/public/${upload.id}` })).status).toBe(
    200,
  )
  const page = join(folder, 'page.png')
  await writeFile(page, '<script>alert(1)</script>')
  await expect(
    school.transact((ctx) => importFile(ctx, { path: page, purpose: 'course_image', owner_id: teacher.id })),
  ).rejects.toMatchObject({ code: 'file_type_not_allowed' })
})
