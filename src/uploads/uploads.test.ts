import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestUpload,
  createTestPdf,
  createTestImage,
  putBytes,
  requestUploadLink,
} from '#testing/builders/files.ts'
import {
  createTestSchool,
  createTestVisitor,
  resetClock,
  rootDomain,
  setClock,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import * as contract from './contract.ts'

let school: TestSchool
let teacher: TestUser

beforeEach(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
})
afterEach(resetClock)

const later = (seconds: number) => setClock(() => new Date(Date.now() + seconds * 1000))
const finish = (person: TestUser, upload_id: string) => person.api(contract.completeUpload, { upload_id })

async function storedFiles() {
  const { config } = await getTestApp().then((app) => app.services)
  const folder = join(config.dataDir, 'uploads', school.school_id)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const rowOf = (id: string) =>
  school.transact(({ tx, school_id }) => {
    const uploads = tx.selectFrom('uploads').where('school_id', '=', school_id)
    return uploads.where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  })

test('stores, checks and serves a PDF', async () => {
  const bytes = createTestPdf()
  const link = await requestUploadLink(teacher, bytes, {
    purpose: 'course_file',
    file_name: 'Week 1.pdf',
    content_type: 'application/pdf',
  })
  expect(link).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/pdf' } })
  expect(await putBytes(link, bytes, { host: school.host })).toMatchObject({ status: 204 })
  const done = await finish(teacher, link.upload_id)
  expect(done).toMatchObject({
    status: 'ready',
    content_type: 'application/pdf',
    size: bytes.length,
    width: null,
  })
  const read = await teacher.request({ method: 'GET', url: done.url })
  expect([read.status, read.text]).toEqual([200, bytes.toString()])
})

test('encodes an image again: resized, upright, without metadata', async () => {
  const photo = await sharp(await createTestImage({ width: 1200, height: 3000, type: 'jpeg' }))
    .withExif({ IFD0: { Copyright: 'somebody at home' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const student = await school.student()
  const file = await createTestUpload(student, photo, {
    host: school.host,
    purpose: 'avatar',
    file_name: 'me.JPG',
    content_type: 'image/jpeg',
  })
  expect(file).toMatchObject({
    content_type: 'image/webp',
    width: 640,
    height: 256,
    url: `/media/public/${file.upload_id}`,
  })
  const { http } = await getTestApp()
  const read = await http.inject({ url: file.url, headers: { host: school.host } })
  expect(read.headers['content-disposition']).toContain('filename="me.webp"')
  const metadata = await sharp(read.rawPayload).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 640, height: 256 })
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

describe('permission to announce', () => {
  const bytes = createTestPdf()
  test.each([
    ['student', 'avatar', 'image/png', null],
    ['student', 'course_file', 'application/pdf', 'forbidden'],
    ['student', 'course_image', 'image/png', 'forbidden'],
    ['student', 'school_logo', 'image/png', 'forbidden'],
    ['teacher', 'course_image', 'image/png', null],
    ['teacher', 'school_logo', 'image/png', 'forbidden'],
    ['admin', 'school_logo', 'image/png', null],
    ['owner', 'school_logo', 'image/png', null],
  ] as const)('a %s for a %s', async (role, purpose, content_type, refusal) => {
    const request = requestUploadLink(await school[role](), bytes, { purpose, content_type })
    const outcome = await request.then(
      () => null,
      (error: { code: string }) => error.code,
    )
    expect(outcome).toBe(refusal)
  })
})

test('refuses what can be known before the upload', async () => {
  const ask = (details: object) =>
    requestUploadLink(teacher, createTestPdf(), { purpose: 'course_image', ...details } as never)
  await expect(ask({ content_type: 'text/html', file_name: 'a.html' })).rejects.toMatchObject({
    code: 'file_type_not_allowed',
  })
  await expect(ask({ content_type: 'image/svg+xml' })).rejects.toMatchObject({
    code: 'file_type_not_allowed',
  })
  await expect(ask({ content_type: 'image/png', size: 20_000_001 })).rejects.toMatchObject({
    code: 'file_too_large',
    body: { largest_bytes: 20_000_000 },
  })
  await expect(ask({ content_type: 'image/png', size: 0 })).rejects.toMatchObject({ code: 'invalid_input' })
})

describe('the received bytes', () => {
  const bytes = createTestPdf()
  const linkFor = (person: TestUser) =>
    requestUploadLink(person, bytes, { purpose: 'course_file', content_type: 'application/pdf' })

  test('must match the announced size and type, with a known length', async () => {
    const link = await linkFor(teacher)
    const more = Buffer.concat([bytes, bytes])
    expect(await putBytes(link, more, { host: school.host })).toEqual({
      status: 422,
      code: 'upload_size_mismatch',
    })
    expect(await putBytes(link, bytes.subarray(1), { host: school.host })).toEqual({
      status: 422,
      code: 'upload_size_mismatch',
    })
    expect(await putBytes(link, Buffer.alloc(0), { host: school.host })).toEqual({
      status: 422,
      code: 'upload_size_mismatch',
    })
    const html = { headers: { 'content-type': 'text/html' } }
    expect(await putBytes(link, bytes, { host: school.host, ...html })).toEqual({
      status: 415,
      code: 'upload_type_mismatch',
    })
    // A false length: more or fewer bytes follow.
    const claims = { headers: { 'content-length': String(bytes.length) } }
    expect(await putBytes(link, more, { host: school.host, ...claims })).toMatchObject({
      code: 'upload_size_mismatch',
    })
    expect(await putBytes(link, bytes.subarray(1), { host: school.host, ...claims })).toMatchObject({
      code: 'upload_size_mismatch',
    })
    expect(await storedFiles()).toEqual([])
    expect(await putBytes(link, bytes, { host: school.host }), 'and the link still serves').toMatchObject({
      status: 204,
    })
  })

  test('are accepted for one object, at its school, for an hour', async () => {
    const [first, second] = await Promise.all([linkFor(teacher), linkFor(teacher)])
    const firstQuery = first.url.split('?')[1]
    const mixed = { url: `${second.url.split('?')[0]}?${firstQuery}` }
    expect(await putBytes(first, bytes, { host: school.host, ...mixed })).toEqual({
      status: 403,
      code: 'link_invalid',
    })
    const otherSchool = await createTestSchool()
    expect(await putBytes(first, bytes, { host: otherSchool.host })).toEqual({
      status: 404,
      code: 'not_found',
    })
    expect(await putBytes(first, bytes, { host: rootDomain })).toEqual({ status: 404, code: 'not_found' })
    const foreign = { url: first.url.replace(school.school_id, otherSchool.school_id) }
    expect(await putBytes(first, bytes, { host: otherSchool.host, ...foreign })).toEqual({
      status: 403,
      code: 'link_invalid',
    })
    later(3601)
    expect(await putBytes(first, bytes, { host: school.host })).toEqual({ status: 403, code: 'link_invalid' })
    resetClock()
    expect(
      await putBytes(first, bytes, { host: `api.${rootDomain}` }),
      'the API host serves every school',
    ).toMatchObject({ status: 204 })
  })

  test.each([
    ['/storage/../../etc/passwd'],
    ['/storage/%2e%2e%2f%2e%2e/passwd'],
    [`/storage/00000000-0000-0000-0000-000000000000/..%2f..%2fsecret`],
  ])('are refused for a path to another object: %s', async (path) => {
    const link = await linkFor(teacher)
    const url = `${path}?${link.url.split('?')[1]}`
    expect((await putBytes(link, bytes, { host: school.host, url })).status).toBe(404)
  })

  test('are stored once for concurrent requests, and cannot replace a checked file', async () => {
    const link = await linkFor(teacher)
    const other = Buffer.from(bytes.toString().replace('A lesson', 'B lesson'))
    const answers = await Promise.all(
      [bytes, other, bytes, other].map((body) => putBytes(link, body, { host: school.host })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'upload_already_completed')).toHaveLength(3)
    const done = await finish(teacher, link.upload_id)
    expect(
      (await putBytes(link, other, { host: school.host })).status,
      'a finished upload takes nothing more',
    ).toBe(403)
    expect((await teacher.request({ method: 'GET', url: done.url })).status).toBe(200)
    expect(await storedFiles()).toHaveLength(1)
  })

  test('are refused for a suspended uploader', async () => {
    const link = await linkFor(teacher)
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('school_id', '=', school_id)
        .where('id', '=', teacher.id)
        .execute(),
    )
    expect(await putBytes(link, bytes, { host: school.host })).toEqual({ status: 403, code: 'link_invalid' })
  })
})

test('leave nothing after a broken connection, and the link works again', async () => {
  const bytes = Buffer.concat([createTestPdf(), Buffer.alloc(300_000, '%')])
  const link = await requestUploadLink(teacher, bytes, {
    purpose: 'course_file',
    content_type: 'application/pdf',
  })
  const { http } = await getTestApp()
  // Another file may have started it.
  if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as { port: number }
  const headers = { host: school.host, ...link.headers, 'content-length': bytes.length }
  const open = () => request({ port, host: '127.0.0.1', method: 'PUT', path: link.url, headers })

  const broken = open()
  broken.on('error', () => {})
  broken.write(bytes.subarray(0, 100_000))
  await expect.poll(storedFiles).toHaveLength(1)
  broken.destroy()
  await expect.poll(storedFiles).toEqual([])
  await expect(finish(teacher, link.upload_id)).rejects.toMatchObject({ code: 'upload_incomplete' })

  const sending = open()
  const answer = new Promise<number | undefined>((resolve) =>
    sending.on('response', (reply) => resolve(reply.statusCode)),
  )
  sending.end(bytes)
  expect(await answer).toBe(204)
  await expect(finish(teacher, link.upload_id)).resolves.toMatchObject({ size: bytes.length })
})

describe('completing', () => {
  test('is possible for the uploader only; for others the upload does not exist', async () => {
    const link = await requestUploadLink(teacher, createTestPdf(), {
      purpose: 'course_file',
      content_type: 'application/pdf',
    })
    await putBytes(link, createTestPdf(), { host: school.host })
    for (const other of [
      await school.admin(),
      await school.teacher(),
      await (await createTestSchool()).admin(),
    ])
      await expect(finish(other, link.upload_id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      (await createTestVisitor(school.host)).api(contract.completeUpload, { upload_id: link.upload_id }),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('can be repeated, also concurrently', async () => {
    const bytes = await createTestImage()
    const link = await requestUploadLink(teacher, bytes, {
      purpose: 'course_image',
      content_type: 'image/png',
    })
    await putBytes(link, bytes, { host: school.host })
    const answers = await Promise.all([1, 2, 3].map(() => finish(teacher, link.upload_id)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await finish(teacher, link.upload_id)).toEqual(answers[0])
  })

  test('is refused before the file has arrived', async () => {
    const link = await requestUploadLink(teacher, createTestPdf(), {
      purpose: 'course_file',
      content_type: 'application/pdf',
    })
    await expect(finish(teacher, link.upload_id)).rejects.toMatchObject({ code: 'upload_incomplete' })
    await putBytes(link, createTestPdf(), { host: school.host })
    await expect(finish(teacher, link.upload_id)).resolves.toMatchObject({ status: 'ready' })
  })
})

test('is refused if the storage reports another size', async () => {
  const link = await requestUploadLink(teacher, createTestPdf(), {
    purpose: 'course_file',
    content_type: 'application/pdf',
  })
  const { services } = await getTestApp()
  const { object_key } = await rowOf(link.upload_id)
  const longer = Buffer.concat([createTestPdf(), Buffer.alloc(10, '%')])
  await services.storage.put(object_key, [longer], { size: longer.length })
  await expect(finish(teacher, link.upload_id)).rejects.toMatchObject({ code: 'upload_incomplete' })
})

test('stores exactly the sent bytes of any length', async () => {
  const bytes = Buffer.concat([createTestPdf(), Buffer.alloc(3_000_000, 'x')])
  const file = await createTestUpload(teacher, bytes, {
    host: school.host,
    purpose: 'course_file',
    content_type: 'application/pdf',
  })
  const { services } = await getTestApp()
  const row = await rowOf(file.upload_id)
  expect((await buffer(await services.storage.read(row.object_key))).equals(bytes)).toBe(true)
})
