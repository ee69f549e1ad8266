import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openS3Storage } from '#platform/storage/s3/s3.ts'
import {
  createTestUpload,
  createTestPdf,
  createTestImage,
  putBytes,
  requestUploadLink,
} from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import { startS3Server, type S3Server } from '#testing/fakes/s3-server.ts'
import { useS3Storage, storeFilesIn } from '#testing/harness/use-s3-storage.ts'
import { createTestSchool, getTestApp, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { deleteOriginal, deleteOrphanedObjects, deleteUpload } from '../jobs.ts'

let store: S3Server
let school: TestSchool
let teacher: TestUser
beforeAll(async () => {
  store = await startS3Server()
  const restore = await storeFilesIn(store.config)
  return async () => {
    restore()
    await store.stop()
  }
})
beforeEach(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
})

const pdf = { purpose: 'course_file', content_type: 'application/pdf' } as const
const keys = async () => {
  const { storage } = (await getTestApp()).services
  const found: string[] = []
  for await (const { key } of storage.list()) if (key.startsWith(school.school_id)) found.push(key)
  return found
}
const finish = (upload_id: string) => teacher.api(contract.completeUpload, { upload_id })

describe('a direct upload to the object storage', () => {
  test('is announced, sent, checked, and read in ranges through the school’s host', async () => {
    const link = await requestUploadLink(teacher, createTestPdf(), pdf)
    expect(link.url.startsWith(`${store.config.endpoint}/lyceum/arriving/${school.school_id}/`)).toBe(true)
    await expect(finish(link.upload_id)).rejects.toMatchObject({ code: 'upload_incomplete' })
    expect(
      (await putBytes(link, Buffer.concat([createTestPdf(), createTestPdf()]), { host: school.host })).status,
    ).toBe(403)
    const html = { headers: { 'content-type': 'text/html' } }
    expect((await putBytes(link, createTestPdf(), { host: school.host, ...html })).status).toBe(403)
    expect((await putBytes(link, createTestPdf(), { host: school.host })).status).toBe(200)
    const [first, second] = await Promise.all([finish(link.upload_id), finish(link.upload_id)])
    expect(second).toEqual(first)
    const read = await teacher.request({ method: 'GET', url: first.url, headers: { range: 'bytes=0-7' } })
    expect([read.status, read.text]).toEqual([206, '%PDF-1.4'])
    expect(read.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-type': 'application/pdf',
      'content-range': `bytes 0-7/${createTestPdf().length}`,
    })
    expect(read.headers['content-security-policy']).toContain('sandbox')
  })

  test('cannot be replaced after the check', async () => {
    const link = await requestUploadLink(teacher, createTestPdf(), pdf)
    await putBytes(link, createTestPdf(), { host: school.host })
    const { url } = await finish(link.upload_id)
    const other = Buffer.from(createTestPdf().toString().replace('A lesson', '<script>'))
    expect((await putBytes(link, other, { host: school.host })).status).toBe(200)
    await finish(link.upload_id)
    expect((await teacher.request({ method: 'GET', url })).text).toBe(createTestPdf().toString())
  })

  test('is encoded again if it is an image, and the original is deleted', async () => {
    const bytes = await createTestImage({ width: 900, height: 400, type: 'jpeg' })
    const link = await requestUploadLink(teacher, bytes, {
      purpose: 'course_image',
      content_type: 'image/jpeg',
    })
    await putBytes(link, bytes, { host: school.host })
    const [done] = await Promise.all([finish(link.upload_id), finish(link.upload_id), finish(link.upload_id)])
    const everything = [...(await keys()), /arriving\/([^?]+)/.exec(link.url)![1]!]
    for (const object_key of everything)
      for (const { payload } of await listQueuedJobs(school.school_id, `drop-original/${object_key}`))
        await runJob(school, deleteOriginal, payload as { object_key: string })
    const { http } = await getTestApp()
    const image = await http.inject({ url: done.url, headers: { host: school.host } })
    expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 900 })
    expect(await keys()).toHaveLength(1)
  })

  test('is discarded if it does not match the announcement', async () => {
    const link = await requestUploadLink(teacher, Buffer.from('MZ'.padEnd(300, '\0')), pdf)
    await putBytes(link, Buffer.from('MZ'.padEnd(300, '\0')), { host: school.host })
    await expect(finish(link.upload_id)).rejects.toMatchObject({ code: 'file_type_not_allowed' })
    await runJob(school, deleteUpload, { upload_id: link.upload_id })
    expect(await keys()).toEqual([])
  })

  test('is deleted when it is not completed, or sent again after the end', async () => {
    const link = await requestUploadLink(teacher, createTestPdf(), pdf)
    await putBytes(link, createTestPdf(), { host: school.host })
    await runJob(school, deleteUpload, { upload_id: link.upload_id })
    expect((await putBytes(link, createTestPdf(), { host: school.host })).status).toBe(200)
    const later = new Date(Date.now() + 3 * 86_400_000)
    const txCtx: TestSchool['transact'] = (work) => school.transact((ctx) => work({ ...ctx, now: later }))
    await runJob({ transact: txCtx }, deleteOrphanedObjects, {} as never)
    const { storage } = (await getTestApp()).services
    expect(await storage.sweep(later)).toBe(0)
    expect(await keys()).toEqual([])
  })
})

test('is refused with a retry time while the storage is unavailable, and loses nothing', async () => {
  const sent = await requestUploadLink(teacher, createTestPdf(), pdf)
  await putBytes(sent, createTestPdf(), { host: school.host })
  const file = await createTestUpload(teacher, createTestPdf(), { host: school.host, ...pdf })
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => silent.once('listening', done))
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await new Promise((done) => silent.close(done))
  const back = await useS3Storage(openS3Storage({ ...store.config, endpoint }))
  try {
    await expect(finish(sent.upload_id)).rejects.toMatchObject({ status: 503, code: 'busy' })
    const read = await teacher.request({ method: 'GET', url: file.url })
    expect([read.status, Number(read.headers['retry-after'])]).toEqual([503, 5])
  } finally {
    back()
  }
  expect(await finish(sent.upload_id)).toMatchObject({ status: 'ready' })
  expect((await teacher.request({ method: 'GET', url: file.url })).status).toBe(200)
})
