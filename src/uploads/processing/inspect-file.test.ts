import { crc32, deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestUpload,
  createTestPdf,
  createTestImage,
  createTestZip,
  fileSignatures,
  putBytes,
  requestUploadLink,
} from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { createTestSchool, getTestApp, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import type { UploadPurpose } from '../purposes.ts'

let school: TestSchool
let teacher: TestUser

beforeAll(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
})

/** Uploads bytes with a declared type that passes the first check. */
const send = (
  bytes: Uint8Array,
  purpose: UploadPurpose,
  file_name = 'file',
  content_type = announced[purpose],
) =>
  createTestUpload(teacher, bytes, {
    host: school.host,
    purpose,
    file_name,
    ...(content_type && { content_type }),
  })

const announced: Record<UploadPurpose, string> = {
  school_logo: 'image/png',
  course_image: 'image/png',
  lesson_image: 'image/png',
  avatar: 'image/png',
  course_ads_video: 'video/mp4',
  course_video: 'video/mp4',
  course_audio: 'audio/mpeg',
  course_file: 'application/pdf',
  course_caption: 'text/vtt',
  course_archive: 'application/zip',
  payment_proof: 'image/png',
  student_list: 'text/csv',
  data_archive: 'application/zip',
}

const word = {
  '[Content_Types].xml':
    '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  'word/document.xml': '<w/>',
}
const odt = { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<a/>' }
const epub = { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<a/>' }
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** A recording that starts with three megabytes of cover image. */
const withCover = (() => {
  const size = 3_000_000
  const tag = Buffer.from([
    0x49,
    0x44,
    0x33,
    4,
    0,
    0,
    size >> 21,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  ])
  return Buffer.concat([tag, Buffer.alloc(size), Buffer.from('fffb9064', 'hex'), Buffer.alloc(2000)])
})()
const text = (value: string) => Buffer.from(value)

describe('detects the type by the bytes', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, UploadPurpose, string]>([
    ['a.png', () => createTestImage({ type: 'png' }), 'course_image', 'image/webp'],
    ['a.jpg', () => createTestImage({ type: 'jpeg' }), 'course_image', 'image/webp'],
    ['a.gif', () => createTestImage({ type: 'gif' }), 'course_image', 'image/webp'],
    ['a.avif', () => createTestImage({ type: 'avif' }), 'course_image', 'image/webp'],
    ['a.mp4', () => fileSignatures.mp4, 'course_video', 'video/mp4'],
    ['a.mov', () => fileSignatures.mov, 'course_video', 'video/quicktime'],
    ['a.webm', () => fileSignatures.webm, 'course_video', 'video/webm'],
    ['voice.webm', () => fileSignatures.webm, 'course_audio', 'audio/webm'],
    ['a.mp3', () => fileSignatures.mp3, 'course_audio', 'audio/mpeg'],
    ['with-cover.mp3', () => withCover, 'course_audio', 'audio/mpeg'],
    ['a.m4a', () => fileSignatures.m4a, 'course_audio', 'audio/mp4'],
    ['a.wav', () => fileSignatures.wav, 'course_audio', 'audio/wav'],
    ['a.flac', () => fileSignatures.flac, 'course_audio', 'audio/flac'],
    ['a.pdf', createTestPdf, 'course_file', 'application/pdf'],
    ['a.docx', () => createTestZip(word), 'course_file', docx],
    ['a.odt', () => createTestZip(odt), 'course_file', 'application/vnd.oasis.opendocument.text'],
    ['a.epub', () => createTestZip(epub), 'course_file', 'application/epub+zip'],
    ['a.zip', () => createTestZip({ 'a.txt': 'a' }), 'course_file', 'application/zip'],
    ['a.doc', () => fileSignatures.cfb, 'course_file', 'application/x-cfb'],
    ['photo.jpg', () => createTestImage({ type: 'jpeg' }), 'course_file', 'image/jpeg'],
    ['a.txt', () => text('Grüße'), 'course_file', 'text/plain'],
    ['a.csv', () => text('a,b\n1,2\n'), 'course_file', 'text/csv'],
    ['old.csv', () => Buffer.from('pr\xe9nom,\xe2ge\n', 'latin1'), 'course_file', 'text/csv'],
    ['a.md', () => text('# A\n'), 'course_file', 'text/markdown'],
    ['main.py', () => text('if a < b: print("<b>")'), 'course_file', 'text/plain'],
    ['a.vtt', () => text('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'), 'course_caption', 'text/vtt'],
    [
      'bom.vtt',
      () => text('\ufeffWEBVTT - a\n\n00:00.000 --> 00:01.000\nHello\n'),
      'course_caption',
      'text/vtt',
    ],
  ])('%s', async (name, bytes, purpose, content_type) => {
    expect(await send(await bytes(), purpose, name)).toMatchObject({ content_type, status: 'ready' })
  })
})

describe('discards a file that does not match its type', () => {
  const html = '<!doctype html><script>alert(1)</script>'
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, UploadPurpose]>([
    ['a page as a picture', () => text(html), 'course_image'],
    ['a page as a video', () => text(html), 'course_video'],
    ['a page as captions', () => text(html), 'course_caption'],
    [
      'an SVG as a picture',
      () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'course_image',
    ],
    ['a PDF as a picture', createTestPdf, 'course_image'],
    ['a picture as a video', () => createTestImage(), 'course_video'],
    ['a video as captions', () => fileSignatures.mp4, 'course_caption'],
    ['a Windows program as a PDF', () => fileSignatures.exe, 'course_file'],
    ['a Linux program as a PDF', () => fileSignatures.elf, 'course_file'],
    [
      'a macro document',
      () =>
        createTestZip({
          ...word,
          '[Content_Types].xml': word['[Content_Types].xml'].replace(
            'openxmlformats-officedocument.wordprocessingml.document.main+xml',
            'ms-word.document.macroEnabled.main+xml',
          ),
        }),
      'course_file',
    ],
    [
      'a Java archive',
      () => createTestZip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0' }),
      'course_file',
    ],
    ['nothing but zeros', () => Buffer.alloc(500), 'course_file'],
    ['blank text', () => text('  \n\n '), 'course_file'],
    ['captions without a time', () => text('1\nHello\n'), 'course_caption'],
  ])('%s', async (_name, bytes, purpose) => {
    await expect(send(await bytes(), purpose)).rejects.toMatchObject({
      code: 'file_type_not_allowed',
      status: 422,
    })
  })

  test('an image that is truncated or corrupt', async () => {
    const image = await createTestImage({ width: 400, height: 400, type: 'jpeg' })
    await expect(send(image.subarray(0, image.length / 2), 'course_image')).rejects.toMatchObject({
      code: 'file_corrupt',
    })
  })

  test('an image that would expand excessively', async () => {
    for (const [width, height] of [
      [50_000, 50_000],
      [1, 60_000_000],
      [10_000, 5_001],
    ] as const)
      await expect(send(pngOf(width, height), 'course_image')).rejects.toMatchObject({
        code: 'image_too_large',
      })
  })

  test('and deletes its object', async () => {
    const link = await requestUploadLink(teacher, text(html), {
      purpose: 'course_image',
      content_type: 'image/png',
    })
    await putBytes(link, text(html), { host: school.host })
    const finish = () => teacher.api(contract.completeUpload, { upload_id: link.upload_id })
    await expect(finish()).rejects.toMatchObject({ code: 'file_type_not_allowed' })
    await expect(finish()).rejects.toMatchObject({ code: 'not_found' })
    expect((await putBytes(link, text(html), { host: school.host })).code, 'nor can it be sent again').toBe(
      'link_invalid',
    )
  })
})

describe('a file with two meanings', () => {
  test('removes a page inside an image', async () => {
    const both = Buffer.concat([await createTestImage({ type: 'gif' }), text('<script>alert(1)</script>')])
    const file = await send(both, 'course_image')
    const { http } = await getTestApp()
    const read = await http.inject({ url: file.url, headers: { host: school.host } })
    expect(read.headers['content-type']).toBe('image/webp')
    expect(read.rawPayload.includes('script')).toBe(false)
  })

  test.each<[string, string]>([
    ['page.html', '<!doctype html><script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['data.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
    ['innocent.txt', '  \n<html><script>alert(1)</script></html>'],
    ['comment.txt', 'a\n<!-- --><script>alert(1)</script>'],
    ['plain.html', 'no tag at all'],
  ])('stores markup for download only: %s', async (name, content) => {
    const file = await send(text(content), 'course_file', name, 'text/plain')
    expect(file.content_type).toBe('application/octet-stream')
    const read = await teacher.request({ method: 'GET', url: file.url })
    expect(read.text).toBe(content)
    expect(read.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'content-security-policy': expect.stringMatching(/^sandbox;/),
    })
  })

  test('serves a document with an appended page as a document only', async () => {
    const both = Buffer.concat([createTestPdf(), text('<script>alert(1)</script>')])
    const read = await teacher.request({
      method: 'GET',
      url: (await send(both, 'course_file', 'a.html')).url,
    })
    expect(read.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    })
    expect(read.headers['content-disposition']).toContain('filename="a.html.pdf"')
  })
})

test('distinguishes long texts like short ones, and converts long captions to WebVTT', async () => {
  const long = (unit: string) => text(unit.repeat(Math.ceil(1_000_000 / unit.length)))
  const type = async (bytes: Uint8Array, purpose: UploadPurpose, name: string) =>
    (await send(bytes, purpose, name)).content_type
  expect(await type(long('Grüße '), 'course_file', 'a.txt')).toBe('text/plain')
  expect(await type(long('<p>one</p>'), 'course_file', 'a.txt')).toBe('application/octet-stream')
  await expect(send(long('\0'), 'course_file')).rejects.toMatchObject({ code: 'file_type_not_allowed' })
  const srt = long('1\n00:00:01,500 --> 00:00:03,000\nBonjour\n\n')
  const file = await send(srt, 'course_caption', 'cours.srt', 'application/x-subrip')
  expect(file.content_type).toBe('text/vtt')
  const read = await teacher.request({ method: 'GET', url: file.url })
  expect(read.text.slice(0, 57)).toBe('WEBVTT\n\n1\n00:00:01.500 --> 00:00:03.000\nBonjour\n\n1\n00:00:')
})

test('converts SRT captions to WebVTT', async () => {
  const srt =
    '\ufeff1\r\n00:00:01,500 --> 00:00:03,000\r\nBonjour à tous\r\n\r\n2\r\n0:01:02,5 --> 0:01:04,000\r\n<i>Au revoir</i>\r\n'
  const file = await send(text(srt), 'course_caption', 'cours.srt', 'application/x-subrip')
  expect(file.content_type).toBe('text/vtt')
  const read = await teacher.request({ method: 'GET', url: file.url })
  expect(read.text).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:03.000\nBonjour à tous\n\n2\n00:01:02.500 --> 00:01:04.000\n<i>Au revoir</i>\n',
  )
  expect(read.headers['content-disposition']).toContain('cours.vtt')
  const latin = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n\xc9t\xe9\n', 'latin1')
  const old = await send(latin, 'course_caption', 'old.srt', 'application/x-subrip')
  expect((await teacher.request({ method: 'GET', url: old.url })).text).toContain('Été')
  const latinVtt = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n\xc9t\xe9\n', 'latin1')
  const oldVtt = await send(latinVtt, 'course_caption', 'old.vtt', 'text/vtt')
  expect((await teacher.request({ method: 'GET', url: oldVtt.url })).text).toContain('Été')
})

/** A PNG that declares this size but contains almost nothing. */
function pngOf(width: number, height: number) {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    pixels,
    chunk('IEND', Buffer.alloc(0)),
  ])
}
