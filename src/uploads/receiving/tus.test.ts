import { request as httpRequest } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestPdf, putBytes, requestUploadLink } from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { startS3Server, type S3Server } from '#testing/fakes/s3-server.ts'
import { storeFilesIn } from '#testing/harness/use-s3-storage.ts'
import {
  createTestSchool,
  resetClock,
  setClock,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'
import { completeUpload } from '../contract.ts'
import { discardUpload } from '../lifecycle/discard-upload.ts'

let school: TestSchool
let teacher: TestUser
let store: S3Server
const bytes = Buffer.concat([createTestPdf(), Buffer.alloc(100_000, 'lyceum ')])
const base64 = (text: string) => Buffer.from(text).toString('base64')

beforeAll(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
  store = await startS3Server()
})
afterAll(() => store.stop())
afterEach(resetClock)

type Method = 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS'

async function tus(method: Method, url: string, headers: Record<string, string> = {}, payload?: Buffer) {
  const { http } = await getTestApp()
  const answer = await http.inject({
    method,
    url,
    headers: { host: school.host, 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload }),
  })
  const code = answer.body && method !== 'HEAD' ? (answer.json() as { code?: string }).code : undefined
  return { status: answer.statusCode, headers: answer.headers, code }
}

const part = (url: string, from: number, to: number, headers: Record<string, string> = {}) =>
  tus(
    'PATCH',
    url,
    { 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream', ...headers },
    bytes.subarray(from, to),
  )

const announced = (change: Record<string, string> = {}) => ({
  'upload-length': String(bytes.length),
  'upload-metadata': `filename ${base64('Übung 1.pdf')},filetype ${base64('application/pdf')},purpose ${base64('course_file')}`,
  'x-access-token': teacher.token,
  'x-request-source': 'web',
  ...webClientHeaders,
  ...change,
})

async function begun() {
  const answer = await tus('POST', '/storage/tus', announced())
  return { answer, url: String(answer.headers.location) }
}

const idIn = (url: string) => /tus\/([\w-]{36})/.exec(url)![1]!

/** Sends a part over a real connection and interrupts it after `cut` bytes. */
async function cutOff(port: number, url: string, chunk: number) {
  const sending = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'PATCH',
    path: url,
    headers: {
      host: school.host,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
  })
  sending.on('error', () => {})
  await new Promise<void>((resolve) => sending.write(bytes.subarray(0, chunk), () => resolve()))
  return sending
}

describe.each(['disk', 's3'] as const)('with files on %s', (where) => {
  beforeAll(() => (where === 's3' ? storeFilesIn(store.config) : undefined))

  describe('an upload in parts', () => {
    test('is announced, sent, queried and completed like any other', async () => {
      const { answer, url } = await begun()
      expect(answer).toMatchObject({ status: 201, headers: { 'tus-resumable': '1.0.0' } })
      expect(new Date(String(answer.headers['upload-expires'])).getTime()).toBeGreaterThan(Date.now() + 8.6e7)
      expect((await tus('HEAD', url)).headers).toMatchObject({
        'upload-offset': '0',
        'upload-length': String(bytes.length),
        'cache-control': 'no-store',
      })
      expect((await part(url, 0, 1_000)).headers['upload-offset']).toBe('1000')
      await expect(teacher.api(completeUpload, { upload_id: idIn(url) })).rejects.toMatchObject({
        code: 'upload_incomplete',
      })
      expect((await part(url, 1_000, 1_001)).status).toBe(204)
      expect((await tus('HEAD', url)).headers['upload-offset']).toBe('1001')
      expect((await part(url, 1_001, bytes.length)).headers['upload-offset']).toBe(String(bytes.length))
      expect((await tus('HEAD', url)).headers['upload-offset']).toBe(String(bytes.length))
      const finished = await teacher.api(completeUpload, { upload_id: idIn(url) })
      expect(finished).toMatchObject({ status: 'ready', content_type: 'application/pdf', size: bytes.length })
      const read = await teacher.request({ method: 'GET', url: finished.url })
      expect(read.text).toBe(bytes.toString())
      expect((await part(url, 0, 10)).code).toBe('upload_expired')
      expect((await tus('HEAD', url)).status).toBe(410)
    })

    test('accepts only matching parts', async () => {
      const { url } = await begun()
      await part(url, 0, 500)
      expect((await part(url, 0, 500)).code).toBe('upload_offset_mismatch')
      expect((await part(url, 600, 700)).code).toBe('upload_offset_mismatch')
      for (const invalid of ['', '-1', '1.5', 'x', '9007199254740993'])
        expect(
          (await part(url, 500, 600, { 'upload-offset': invalid })).status,
          invalid,
        ).toBeGreaterThanOrEqual(400)
      expect((await part(url, 500, 600, { 'content-type': 'application/pdf' })).code).toBe(
        'upload_type_mismatch',
      )
      const more = Buffer.concat([bytes, Buffer.from('more')])
      const headers = { 'upload-offset': '500', 'content-type': 'application/offset+octet-stream' }
      expect((await tus('PATCH', url, headers, more)).code).toBe('upload_size_mismatch')
      expect((await tus('HEAD', url)).headers['upload-offset']).toBe('500')
    })

    test('accepts one PUT instead', async () => {
      const link = await requestUploadLink(teacher, bytes, { purpose: 'course_file' })
      await part(link.parts_url, 0, 1_000)
      expect((await putBytes(link, bytes, { host: school.host })).status).toBeLessThan(300)
      expect((await tus('HEAD', link.parts_url)).headers['upload-offset']).toBe(String(bytes.length))
      await teacher.api(completeUpload, { upload_id: link.upload_id })
    })
  })

  describe('permission', () => {
    test('to announce is the same as for any file', async () => {
      const student = await school.student()
      const post = (change: Record<string, string>) => tus('POST', '/storage/tus', announced(change))
      expect(await post({ 'x-access-token': '' })).toMatchObject({ status: 401 })
      expect(await post({ 'x-access-token': student.token })).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
      expect(await post({ 'upload-length': '0' })).toMatchObject({ status: 422 })
      expect(await post({ 'upload-length': '600000000' })).toMatchObject({ code: 'file_too_large' })
      expect(await post({ 'upload-metadata': '' })).toMatchObject({ status: 422 })
      expect(await post({ 'tus-resumable': '0.2.2' })).toMatchObject({
        status: 412,
        headers: { 'tus-version': '1.0.0' },
      })
      expect((await tus('OPTIONS', '/storage/tus')).headers).toMatchObject({
        'tus-version': '1.0.0',
        'tus-extension': 'creation,termination,expiration',
      })
    })

    test('to send needs the address, at this school, for a day, while the upload is pending', async () => {
      const { url } = await begun()
      const { url: other } = await begun()
      expect((await part(url.replace(idIn(url), idIn(other)), 0, 5)).code).toBe('link_invalid')
      expect((await part(url.replace(/expires=\d+/, 'expires=9999999999'), 0, 5)).code).toBe('link_invalid')
      expect((await part(url.split('?')[0]!, 0, 5)).code).toBe('link_invalid')
      expect((await part('/storage/tus/..%2f..%2fsecret', 0, 5)).status).toBe(404)
      const otherSchool = await createTestSchool()
      expect((await part(url, 0, 5, { host: otherSchool.host })).code).toBe('link_invalid')
      setClock(new Date(Date.now() + 86_500_000))
      expect((await part(url, 0, 5)).code).toBe('link_invalid')
      resetClock()
      await school.transact((ctx) => discardUpload(ctx, idIn(url)))
      expect((await part(url, 0, 5)).code).toBe('upload_expired')
    })

    test('to cancel needs the address; nothing is left', async () => {
      const { url } = await begun()
      await part(url, 0, 1_000)
      expect((await tus('DELETE', url)).status).toBe(204)
      expect((await tus('HEAD', url)).status).toBe(410)
    })
  })

  test('keeps bytes that arrived before a lost connection, and lets the sender resume', async () => {
    const { http } = await getTestApp()
    if (!http.server.listening) await http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = http.server.address() as { port: number }
    const { url } = await begun()
    let offset = 0
    // A busy server may not have read a byte yet: then the sender begins again.
    while (offset === 0) {
      const lost = await cutOff(port, url, 40_000)
      await new Promise((resolve) => setTimeout(resolve, 100))
      // The old connection is still open: the HEAD request ends it.
      offset = Number((await tus('HEAD', url)).headers['upload-offset'])
      lost.destroy()
    }
    expect(offset).toBeLessThanOrEqual(40_000)
    expect((await part(url, offset, bytes.length)).headers['upload-offset']).toBe(String(bytes.length))
    const finished = await teacher.api(completeUpload, { upload_id: idIn(url) })
    expect((await teacher.request({ method: 'GET', url: finished.url })).text).toBe(bytes.toString())
  })
})
