import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { beforeAll, describe, expect, test } from 'vitest'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { createTestArchive, type ArchiveEntry } from '#testing/builders/zip-builder.ts'
import { createTestUpload } from '#testing/builders/files.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { importCourseJobDefinition } from '../jobs.ts'

let school: TestSchool

beforeAll(async () => {
  school = await createTestSchool()
})

const course = JSON.stringify({ format: 'course-document', version: 1, course: { course_name: 'Baking' } })
const document = { name: 'course.json', data: course }

/** Uploads an archive and runs the import job. */
async function takeIn(bytes: Buffer) {
  // A new person each time, because requests are limited per person.
  const teacher = await school.teacher()
  const file = await createTestUpload(teacher, bytes, {
    host: school.host,
    purpose: 'course_archive',
    file_name: 'course.zip',
  })
  const { id } = await teacher.api(contract.importCourse, { upload_id: file.upload_id })
  await runJob(school, importCourseJobDefinition, { import_id: id })
  return teacher.api(contract.getImport, { id })
}

const withEntry = (entry: ArchiveEntry) => createTestArchive([document, entry])

test('imports a valid archive with folders and extra files of other programs', async () => {
  const taken = await takeIn(
    createTestArchive([
      { name: 'media/', data: '', mode: 0o040755 },
      { ...document, packed: true },
      { name: '__MACOSX/._course.json', data: 'x' },
    ]),
  )
  expect(taken).toMatchObject({
    state: 'done',
    failure: null,
    report: [{ code: 'file_ignored', name: '__MACOSX/._course.json' }],
  })
})

test('reads 64-bit sizes, which archives above four gigabytes have', async () => {
  const zip = new ZipFile()
  const wide = { forceZip64Format: true, compress: false }
  zip.addBuffer(Buffer.from(course), 'course.json', wide)
  zip.end({ forceZip64Format: true, comment: '' })
  expect(await takeIn(await buffer(zip.outputStream))).toMatchObject({ state: 'done' })
})

test('imports a course of 2,000 long texts completely', async () => {
  const contents = Array.from({ length: 2_000 }, (_one, at) => ({
    id: `c${at}`,
    type: 'text',
    title: `مرحبا ${at}`,
    body: `<p>${'Much to read. '.repeat(100)}</p>`,
  }))
  const huge = { ...(JSON.parse(course) as object), lessons: [{ id: 'l1', title: 'All', contents }] }
  const archive = createTestArchive([{ name: 'course.json', data: JSON.stringify(huge), packed: true }])
  const { course_id } = await takeIn(archive)
  const { n } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('contents')
      .where('school_id', '=', school_id)
      .where('course_id', '=', course_id)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  expect(n).toBe(2_000)
})

describe('refuses to unpack an archive with', () => {
  test.each<[string, Omit<ArchiveEntry, 'data'>, string]>([
    ['a name that climbs', { name: '../evil.txt' }, 'archive_unsafe_name'],
    ['a name that climbs later', { name: 'media/../../evil.txt' }, 'archive_unsafe_name'],
    ['an absolute name', { name: '/etc/passwd' }, 'archive_unsafe_name'],
    ['a drive letter', { name: 'C:/Windows/evil.dll' }, 'archive_unsafe_name'],
    ['a drive letter without a slash', { name: 'C:evil.dll' }, 'archive_unsafe_name'],
    ['backslashes', { name: 'media\\..\\..\\evil.txt' }, 'archive_unsafe_name'],
    ['a share of a network', { name: '\\\\host\\share' }, 'archive_unsafe_name'],
    ['a NUL in a name', { name: 'media/m1.pdf\0.exe' }, 'archive_unsafe_name'],
    ['a line break in a name', { name: 'media/a\nb' }, 'archive_unsafe_name'],
    ['an empty name', { name: '' }, 'archive_unsafe_name'],
    ['an empty part of a name', { name: 'media//m1' }, 'archive_unsafe_name'],
    ['a symbolic link', { name: 'media/m1', mode: 0o120777 }, 'archive_link'],
    ['a device', { name: 'media/m1', mode: 0o060666 }, 'archive_link'],
    ['a pipe', { name: 'media/m1', mode: 0o010666 }, 'archive_link'],
    ['a folder that calls itself a file', { name: 'media/m1', mode: 0o040755 }, 'archive_link'],
    ['the same name twice', { name: 'course.json' }, 'archive_duplicate_names'],
    ['the same name in capitals', { name: 'Course.JSON' }, 'archive_duplicate_names'],
    ['an encrypted file', { name: 'media/m1', flags: 1, declared: { packedSize: 16 } }, 'archive_encrypted'],
    ['a strongly encrypted file', { name: 'media/m1', flags: 0x41 }, 'archive_damaged'],
    ['an encrypted directory', { name: 'media/m1', flags: 0x2000 }, 'archive_encrypted'],
    [
      'a method of another program',
      { name: 'media/m1', method: 14, declared: { size: 4 } },
      'archive_unreadable',
    ],
    ['two names for one file', { name: 'media/m1', declared: { localName: 'media/m2' } }, 'archive_damaged'],
    [
      'shared bytes',
      { name: 'course.json2', sharesBytesOf: 0, declared: { localName: 'x' } },
      'archive_damaged',
    ],
  ])('%s', async (_what, entry, failure) => {
    const taken = await takeIn(withEntry({ data: 'evil', ...entry }))
    expect(taken).toMatchObject({ state: 'failed', failure, course_id: null })
  })

  test('entries that overlap', async () => {
    const kernel = { name: 'media/m1', data: Buffer.alloc(5_000) }
    const quote = { name: 'media/m1', data: Buffer.alloc(5_000), sharesBytesOf: 1 }
    // The same name, so that both headers agree: a repeated name would be refused before the overlap.
    expect(await takeIn(createTestArchive([document, kernel, quote]))).toMatchObject({
      failure: 'archive_duplicate_names',
    })
    const txCtx = createTestArchive([{ name: 'media/m2', data: 'x' }])
    const nested = createTestArchive([document, { name: 'media/m1', data: txCtx.subarray(0, 39) }])
    expect(nested.includes('media/m2')).toBe(true)
    expect(await takeIn(overlapping(nested))).toMatchObject({ failure: 'archive_bomb' })
  })

  test('a file that expands to a thousand times its size', async () => {
    const zeros = Buffer.alloc(30_000_000)
    expect(await takeIn(withEntry({ name: 'media/m1', data: zeros, packed: true }))).toMatchObject({
      failure: 'archive_bomb',
    })
  })

  test('more than the maximum size of all files', async () => {
    const said = {
      name: 'media/m1',
      data: 'x'.repeat(200),
      method: 8,
      declared: { size: 0xfffffffe, packedSize: 200 },
    }
    expect(await takeIn(withEntry(said))).toMatchObject({ failure: 'archive_bomb' })
  })

  test('more entries than the maximum', async () => {
    const entries = Array.from({ length: 6_001 }, (_one, at) => ({ name: `media/m${at}`, data: '' }))
    expect(await takeIn(createTestArchive(entries))).toMatchObject({ failure: 'archive_too_many' })
  })

  test('a document with a false size', async () => {
    const lies = { ...document, packed: true, declared: { size: 10 } }
    expect(await takeIn(createTestArchive([lies]))).toMatchObject({ failure: 'archive_damaged' })
  })

  test('a truncated end, or other data behind a valid start', async () => {
    expect(await takeIn(createTestArchive([document]).subarray(0, -10))).toMatchObject({
      failure: 'archive_damaged',
    })
    expect(await takeIn(Buffer.from(`PK\x03\x04${'x'.repeat(500)}`))).toMatchObject({
      failure: 'archive_damaged',
    })
  })
})

/** Makes the directory's first entry a second one, `media/m2`, within the bytes of `media/m1`. */
function overlapping(archive: Buffer) {
  const inner = archive.indexOf(Buffer.from('media/m2')) - 30
  const directory = archive.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  const extra = Buffer.from(archive.subarray(archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])), -22))
  extra.write('media/m2', 46)
  extra.writeUInt32LE(1, 20)
  extra.writeUInt32LE(1, 24)
  extra.writeUInt32LE(inner, 42)
  const end = Buffer.from(archive.subarray(-22))
  end.writeUInt16LE(3, 8)
  end.writeUInt16LE(3, 10)
  end.writeUInt32LE(archive.length - 22 - directory + extra.length, 12)
  return Buffer.concat([archive.subarray(0, -22), extra, end])
}

describe('a document that is too expensive is refused before validation', () => {
  const invalidLessons = (elements: string) =>
    createTestArchive([{ name: 'course.json', data: `${course.slice(0, -1)},"lessons":[${elements}0]}` }])

  test.each([
    ['twelve million wrong elements', () => invalidLessons('{},'.repeat(6_000_000)), 'document_too_large'],
    ['a million wrong lessons', () => invalidLessons('{"a":1},'.repeat(600_000)), 'document_invalid'],
    [
      'lists within lists',
      () => invalidLessons(`${'['.repeat(100_000)}${']'.repeat(100_000)},`),
      'document_invalid',
    ],
    [
      'a text of 61 MB',
      () => createTestArchive([{ name: 'course.json', data: `"${'x'.repeat(61_000_000)}"` }]),
      'document_too_large',
    ],
  ])('%s', async (_what, bytes, failure) => {
    const taken = await takeIn(bytes())
    expect(taken).toMatchObject({ state: 'failed', failure })
    expect(taken.report.length).toBeLessThanOrEqual(50)
  })

  test('an archive with a directory of long names is refused', async () => {
    const entries = Array.from({ length: 5_000 }, (_one, at) => ({
      name: `extra/${String(at).padStart(900, 'x')}`,
      data: '',
    }))
    expect(await takeIn(createTestArchive([document, ...entries]))).toMatchObject({
      failure: 'archive_too_many',
    })
  })
})

test('an import with a parked job is shown as failed and its file is deleted', async () => {
  const teacher = await school.teacher()
  const file = await createTestUpload(teacher, createTestArchive([document]), {
    host: school.host,
    purpose: 'course_archive',
    file_name: 'course.zip',
  })
  const { id } = await teacher.api(contract.importCourse, { upload_id: file.upload_id })
  const parked = defineJob<{ import_id: string }>({
    name: importCourseJobDefinition.name,
    transaction: 'own',
    run: (ctx, payload) => importCourseJobDefinition.parked!(ctx, payload as never),
  })
  for (const _again of [1, 2]) await runJob(school, parked, { import_id: id })
  expect(await teacher.api(contract.getImport, { id })).toMatchObject({
    state: 'failed',
    failure: 'internal_error',
  })
  const again = teacher.api(contract.importCourse, { upload_id: file.upload_id })
  await expect(again).rejects.toMatchObject({ code: 'invalid_input' })
})

describe('a document is refused with', () => {
  test.each([
    ['nothing in the archive', createTestArchive([{ name: 'media/m1', data: 'x' }]), 'document_missing'],
    [
      'something that is no JSON',
      createTestArchive([{ name: 'course.json', data: '{' }]),
      'document_invalid',
    ],
    [
      'another format',
      createTestArchive([{ name: 'course.json', data: '{"format":"moodle"}' }]),
      'not_a_course',
    ],
    [
      'a later version',
      createTestArchive([{ name: 'course.json', data: '{"format":"course-document","version":2}' }]),
      'version_unknown',
    ],
  ])('%s', async (_what, bytes, failure) => {
    expect(await takeIn(bytes)).toMatchObject({ state: 'failed', failure })
  })

  test('each error has a position', async () => {
    const content = { id: 'c1', type: 'text', title: '', surprise: true, opens_after_content: 'c9' }
    const invalid = { ...JSON.parse(course), lessons: [{ id: 'l1', title: 'One', contents: [content] }] }
    const taken = await takeIn(createTestArchive([{ name: 'course.json', data: JSON.stringify(invalid) }]))
    expect(taken).toMatchObject({ state: 'failed', failure: 'document_invalid' })
    expect(taken.report.map(({ path }) => path).toSorted()).toEqual([
      '/lessons/0/contents/0/surprise',
      '/lessons/0/contents/0/title',
    ])
  })
})
