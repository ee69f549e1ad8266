import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestUpload,
  createTestPdf,
  createTestImage,
  putBytes,
  requestUploadLink,
} from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { completeUpload, requestUpload } from '../contract.ts'
import { expireReservationJobDefinition } from './expire-reservation-job-definition.ts'
import { deleteUpload } from '../jobs.ts'

let school: TestSchool
let teacher: TestUser
beforeEach(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
})
afterEach(resetClock)

const useFreeSchool = async () => {
  school = await createTestSchool({ plan_name: 'free' })
  teacher = await school.teacher()
}

const megabyte = 1_000_000
const announce = (person: TestUser, size: number) =>
  person.api(requestUpload, {
    purpose: 'avatar',
    file_name: 'a.png',
    content_type: 'image/png',
    size,
  })

const used = (quota_owner_id = school.school_id) =>
  school.transact(async ({ tx, school_id }) => {
    const row = await tx
      .selectFrom('upload_usage')
      .where('school_id', '=', school_id)
      .where('quota_owner_id', '=', quota_owner_id)
      .select('bytes')
      .executeTakeFirst()
    return row?.bytes ?? 0
  })

/** Runs the jobs of an upload as if so many minutes had passed. */
async function afterMinutes(minutes: number, upload_id: string) {
  const now = new Date(Date.now() + minutes * 60_000)
  const txCtx: TestSchool['transact'] = (work) => school.transact((ctx) => work({ ...ctx, now }))
  await runJob({ transact: txCtx }, expireReservationJobDefinition, { upload_id })
  const row = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('uploads')
      .where('school_id', '=', school_id)
      .where('id', '=', upload_id)
      .select('status')
      .executeTakeFirst(),
  )
  if (row?.status === 'rejected') await runJob({ transact: txCtx }, deleteUpload, { upload_id })
}

describe('students who announce as much as allowed and send nothing', () => {
  test('leave the school quota, and hold none after some minutes', async () => {
    const { config } = (await getTestApp()).services
    const before = config.freeLimits
    config.freeLimits = { students: 50, storage: 400 * megabyte }
    await useFreeSchool()
    try {
      const links: string[] = []
      for (let n = 0; n < 20; n++) {
        const student = await school.student()
        for (let more = true; more;)
          more = await announce(student, 10 * megabyte).then(
            ({ upload_id }) => links.push(upload_id) > 0,
            () => false,
          )
      }
      expect(await used()).toBeLessThanOrEqual(240 * megabyte)
      await expect(uploadLinkOf(150 * megabyte)).resolves.toBeDefined()
      for (const upload_id of links) await afterMinutes(11, upload_id)
      expect(await used()).toBe(150 * megabyte)
    } finally {
      config.freeLimits = before
    }
  }, 60_000)

  test('can announce only a few files at a time', async () => {
    const student = await school.student()
    const links = []
    for (let n = 0; n < 5; n++) links.push(await announce(student, 100))
    const refused = await student.request({
      method: 'GET',
      url: '/api/gen/get_aws_key_upload?purpose=avatar&file_name=a.png&content_type=image/png&size=100',
    })
    expect([refused.status, (refused.json as { code: string }).code, refused.headers['retry-after']]).toEqual(
      [429, 'too_many_open_uploads', '600'],
    )
    expect(await used(student.id), 'what is refused holds nothing').toBe(500)
    await afterMinutes(11, links[0]!.upload_id)
    await expect(announce(student, 100)).resolves.toBeDefined()
  })
})

const uploadLinkOf = (size: number) =>
  teacher.api(requestUpload, {
    purpose: 'course_file',
    file_name: 'a.pdf',
    content_type: 'application/pdf',
    size,
  })

test('keeps a completed upload', async () => {
  const image = await createTestImage()
  const { upload_id, size } = await createTestUpload(teacher, image, {
    host: school.host,
    purpose: 'avatar',
    content_type: 'image/png',
  })
  await afterMinutes(60, upload_id)
  expect(await used()).toBe(size)
})

test('keeps a complete file that was not finalised', async () => {
  const link = await requestUploadLink(teacher, createTestPdf(), {
    purpose: 'course_file',
    content_type: 'application/pdf',
  })
  expect((await putBytes(link, createTestPdf(), { host: school.host })).status).toBe(204)
  await afterMinutes(120, link.upload_id)
  await expect(teacher.api(completeUpload, { upload_id: link.upload_id })).resolves.toMatchObject({
    status: 'ready',
  })
})

describe('an upload in parts', () => {
  const bytes = Buffer.concat([createTestPdf(), Buffer.alloc(100_000, 'lyceum ')])
  const part = async (url: string, from: number, to: number) => {
    const { http } = await getTestApp()
    const answer = await http.inject({
      method: 'PATCH',
      url,
      headers: {
        host: school.host,
        'tus-resumable': '1.0.0',
        'upload-offset': String(from),
        'content-type': 'application/offset+octet-stream',
      },
      payload: bytes.subarray(from, to),
    })
    return answer.body ? (answer.json() as { code: string }).code : answer.statusCode
  }
  const begun = () =>
    requestUploadLink(teacher, bytes, {
      purpose: 'course_file',
      content_type: 'application/pdf',
      file_name: 'a.pdf',
    })

  test('keeps its reservation as long as bytes arrive', async () => {
    const { upload_id, parts_url } = await begun()
    setClock(new Date(Date.now() + 9 * 60_000))
    expect(await part(parts_url, 0, 1_000)).toBe(204)
    await afterMinutes(18, upload_id)
    expect(await used()).toBe(bytes.length)
  })

  test('holds no more than the arrived bytes after a stall, and continues while there is quota', async () => {
    const { upload_id, parts_url } = await begun()
    expect(await part(parts_url, 0, 1_000)).toBe(204)
    await afterMinutes(11, upload_id)
    expect(await used()).toBe(1_000)
    expect(await used(teacher.id)).toBe(1_000)
    expect(await part(parts_url, 1_000, bytes.length)).toBe(204)
    expect(await used()).toBe(bytes.length)
    await expect(teacher.api(completeUpload, { upload_id })).resolves.toMatchObject({ size: bytes.length })
    expect(await used()).toBe(bytes.length)
  })

  test('is refused if others have used the quota meanwhile', async () => {
    const { config } = (await getTestApp()).services
    const before = config.freeLimits
    config.freeLimits = { students: 50, storage: bytes.length + 500 }
    await useFreeSchool()
    try {
      const { upload_id, parts_url } = await begun()
      expect(await part(parts_url, 0, 1_000)).toBe(204)
      await afterMinutes(11, upload_id)
      await uploadLinkOf(50_000)
      expect(await part(parts_url, 1_000, bytes.length)).toBe('storage_quota_exceeded')
      expect(await used()).toBe(51_000)
      // Cancelling releases what it held.
      await runJob(school, deleteUpload, { upload_id })
      expect(await used()).toBe(50_000)
    } finally {
      config.freeLimits = before
    }
  })
})
