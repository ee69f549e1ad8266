import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestUpload, createTestPdf, createTestImage, fileSignatures } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import {
  createTestSchool,
  resetClock,
  rootDomain,
  setClock,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { newId } from '#platform/security/tokens.ts'
import { mediaUrl, publicMediaUrl } from './media-url.ts'
import type { UploadPurpose } from '../purposes.ts'

let school: TestSchool
let teacher: TestUser

beforeAll(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
})
afterEach(() => {
  resetClock()
  vi.useRealTimers()
})

const send = (bytes: Uint8Array, purpose: UploadPurpose, file_name: string, content_type: string) =>
  createTestUpload(teacher, bytes, { host: school.host, purpose, file_name, content_type })

async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const { http } = await getTestApp()
  const answer = await http.inject({ method, url, headers: { host: school.host, ...headers } })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body }
}

const linkFor = (upload_id: string, reader: Parameters<typeof mediaUrl>[2]) =>
  school.transact(async (ctx) => mediaUrl(ctx, upload_id, reader))

describe('a public image', () => {
  test('can be cached for ever', async () => {
    const file = await send(await createTestImage(), 'course_image', 'a.png', 'image/png')
    expect(file.url).toBe(publicMediaUrl(file.upload_id))
    const read = await get(file.url)
    expect(read.status).toBe(200)
    expect(read.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(file.size),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': expect.stringMatching(/^inline;/),
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox;/),
    })
    const again = await get(file.url, { 'if-none-match': String(read.headers.etag) })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
  })

  test('is served for its own school only', async () => {
    const file = await send(await createTestImage(), 'course_image', 'a.png', 'image/png')
    const otherSchool = await createTestSchool()
    for (const host of [otherSchool.host, rootDomain, `api.${rootDomain}`])
      expect((await get(file.url, { host })).status).toBe(404)
    expect((await get(publicMediaUrl(newId()))).status).toBe(404)
    expect((await get('/media/public/..%2f..%2fsecret')).status).toBe(404)
  })

  test('is the only kind of file with a public address', async () => {
    const file = await send(createTestPdf(), 'course_file', 'a.pdf', 'application/pdf')
    expect((await get(publicMediaUrl(file.upload_id))).status).toBe(404)
  })
})

test('decides which types a browser displays and which it downloads', async () => {
  const dispositionOf = async (bytes: Uint8Array, purpose: UploadPurpose, type: string) => {
    const { headers } = await get((await send(bytes, purpose, 'a', type)).url)
    return [String(headers['content-type']), String(headers['content-disposition']).split(';')[0]]
  }
  expect(await dispositionOf(fileSignatures.mp4, 'course_video', 'video/mp4')).toEqual([
    'video/mp4',
    'inline',
  ])
  expect(await dispositionOf(fileSignatures.mp3, 'course_audio', 'audio/mpeg')).toEqual([
    'audio/mpeg',
    'inline',
  ])
  expect(await dispositionOf(createTestPdf(), 'course_file', 'application/pdf')).toEqual([
    'application/pdf',
    'inline',
  ])
  expect(await dispositionOf(await createTestImage(), 'course_file', 'image/png')).toEqual([
    'image/png',
    'attachment',
  ])
  expect(await dispositionOf(Buffer.from('a'), 'course_file', 'text/plain')).toEqual([
    'text/plain',
    'attachment',
  ])
})

describe('a range request', () => {
  let url: string
  const bytes = Buffer.concat([fileSignatures.mp4, Buffer.from('0123456789')])
  const size = bytes.length
  beforeAll(async () => {
    ;({ url } = await send(bytes, 'course_video', 'a.mp4', 'video/mp4'))
  })

  test.each([
    ['bytes=0-3', 0, 3],
    ['bytes=-10', size - 10, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=5-999999', 5, size - 1],
  ])('%s', async (range, start, end) => {
    const read = await get(url, { range })
    expect(read.status).toBe(206)
    expect(read.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
    expect(read.headers['content-length']).toBe(String(end - start + 1))
    expect(read.bytes.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test('beyond the end is refused', async () => {
    const read = await get(url, { range: `bytes=${size}-` })
    expect([read.status, read.headers['content-range'], read.bytes.length]).toEqual([
      416,
      `bytes */${size}`,
      0,
    ])
  })

  test('with several ranges, invalid syntax or an outdated condition returns the whole file', async () => {
    for (const headers of [
      { range: 'bytes=0-1,3-4' },
      { range: 'bytes=9-1' },
      { range: 'bytes=0-1', 'if-range': '"old"' },
    ]) {
      const read = await get(url, headers as Record<string, string>)
      expect([read.status, read.bytes.length]).toEqual([200, size])
    }
    const etag = String((await get(url)).headers.etag)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  })

  test('by HEAD returns the same headers without the body', async () => {
    const [head, full] = await Promise.all([get(url, { range: 'bytes=0-1' }, 'HEAD'), get(url)])
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, String(size)])
    for (const name of ['etag', 'accept-ranges', 'content-type', 'cache-control', 'content-disposition'])
      expect(head.headers[name], name).toBe(full.headers[name])
  })
})

describe('a private link', () => {
  test('is valid for one file, one reader and six hours', async () => {
    const [one, two] = [
      await send(createTestPdf(), 'course_file', 'one.pdf', 'application/pdf'),
      await send(createTestPdf(), 'course_file', 'two.pdf', 'application/pdf'),
    ]
    const link = await linkFor(one.upload_id, { user_id: teacher.id })
    const read = await get(link)
    expect(read.status).toBe(200)
    expect(read.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect((await get(link, { 'if-none-match': String(read.headers.etag) })).status).toBe(304)

    const refused = async (url: string, headers = {}) =>
      expect((await get(url, headers)).status, url).toBeGreaterThanOrEqual(403)
    await refused(link.replace(one.upload_id, two.upload_id))
    await refused(link.replace(teacher.id, (await school.student()).id))
    await refused(link.replace(/exp=\d+/, 'exp=9999999999'))
    await refused(link.replace(/sig=.*/, 'sig='))
    await refused(link.split('?')[0]!)
    await refused(`${link}&course=${newId()}`)
    await refused(link, { host: (await createTestSchool()).host })
    setClock(() => new Date(Date.now() + 6 * 3600 * 1000))
    await refused(link)
  })

  test('ignores the name at its end', async () => {
    const name = 'درس "1"; x=\u202Efdp.exe'
    const file = await send(createTestPdf(), 'course_file', name, 'application/pdf')
    const link = await linkFor(file.upload_id, { user_id: teacher.id, file_name: '../../a/b?c#d' })
    expect(link).toMatch(/^\/media\/private\/[0-9a-f-]{36}\/[\w.-]+\?exp=/)
    const query = link.split('?')[1]
    for (const end of [
      'x',
      '..%2f..%2fetc%2fpasswd',
      '%00',
      '%0d%0aSet-Cookie:%20a=b',
      'a%22b',
      'index.html',
      '%E2%80%AEfdp.exe',
    ]) {
      const read = await get(`/media/private/${file.upload_id}/${end}?${query}`)
      if (read.status !== 200) continue
      expect(read.headers['content-type']).toBe('application/pdf')
      expect(read.headers['set-cookie']).toBeUndefined()
      expect(String(read.headers['content-disposition'])).toBe(
        `inline; filename="_1__ x=fdp.exe.pdf"; filename*=UTF-8''%D8%AF%D8%B1%D8%B3%20_1_%3B%20x%3Dfdp.exe.pdf`,
      )
    }
  })
})

describe('reading ends at most 15 seconds after access ends', () => {
  const wait = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)
  const status = async (url: string) => (await get(url)).status

  test('with the enrolment', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { course, content } = await createTestCourse(school)
    const student = await school.student()
    const file = await send(createTestPdf(), 'course_file', 'a.pdf', 'application/pdf')
    const shown = { content_id: content.id, course_id: course.id }
    const link = await linkFor(file.upload_id, { user_id: student.id, content: shown })
    expect(await status(link), 'not enrolled').toBe(403)
    await school.enrol(student, course)
    expect(await status(link), 'a no is not remembered').toBe(200)

    const change = (values: object) =>
      school.transact(({ tx, school_id }) =>
        tx
          .updateTable('enrolments')
          .set(values)
          .where('school_id', '=', school_id)
          .where('user_id', '=', student.id)
          .execute(),
      )
    await change({ status: 'unapproved' })
    expect(await status(link), 'remembered for a moment').toBe(200)
    wait(16)
    expect(await status(link)).toBe(403)

    await change({ status: 'approved', student_approval_end_date: new Date(Date.now() + 3600_000) })
    wait(16)
    expect(await status(link)).toBe(200)
    await change({ student_approval_end_date: new Date(Date.now() - 1000) })
    wait(16)
    expect(await status(link), 'the approval has ended').toBe(403)
  })

  test('with the course that expires every approval, before a job records it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const course_end_date = new Date(Date.now() + 3_600_000)
    const { course, content, student } = await createTestCourse(school, {
      course: { course_end_date, unapprove_all_students_on_end_date: true },
    })
    const file = await send(createTestPdf(), 'course_file', 'a.pdf', 'application/pdf')
    const shown = { content_id: content.id, course_id: course.id }
    const link = await linkFor(file.upload_id, { user_id: student.id, content: shown })
    expect(await status(link)).toBe(200)
    setClock(new Date(course_end_date.getTime() + 1_000))
    wait(16)
    expect(await status(link)).toBe(403)
  })

  test('with the account, also for staff, who need no enrolment', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { course, content, teacher: colleague } = await createTestCourse(school)
    const file = await send(createTestPdf(), 'course_file', 'a.pdf', 'application/pdf')
    const shown = { content_id: content.id, course_id: course.id }
    const link = await linkFor(file.upload_id, { user_id: colleague.id, content: shown })
    expect(await status(link)).toBe(200)
    await school.transact(({ tx, school_id }) =>
      tx
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('school_id', '=', school_id)
        .where('id', '=', colleague.id)
        .execute(),
    )
    wait(16)
    expect(await status(link)).toBe(403)
  })
})
