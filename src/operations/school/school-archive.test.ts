import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { loginStudent } from '#accounts/contract.ts'
import { domainJobKey } from '#custom-domains/index.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { openDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestArchive, type ArchiveEntry } from '#testing/builders/zip-builder.ts'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'
import {
  createTestUpload,
  createTestPdf,
  createTestImage,
  requestUploadLink,
} from '#testing/builders/files.ts'
import type { TestUser } from '#testing/builders/test-client.ts'
import { listQueuedJobs, runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestVisitor,
  rootDomain,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { exportSchool } from './export-school.ts'
import { schoolIdPlaceholder, type ArchiveManifest } from './format.ts'
import { importSchool } from './import-school.ts'

const folder = mkdtempSync(join(tmpdir(), 'lyceum-school-'))
const fresh = (name = newId()) => join(folder, name)
let url: string
let storage: Storage
let school: TestSchool
let student: TestUser
let image: { url: string; upload_id: string }
let archive: string
let manifest: ArchiveManifest

beforeAll(async () => {
  const worker = `w${process.env.VITEST_POOL_ID ?? '0'}`
  url = (await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), worker)).ownerUrl
  school = await createTestSchool()
  storage = school.app.services.storage
  const teacher = await school.teacher()
  await school.owner()
  student = await school.student({ name: 'Zoë ‘Quote’ \\ "N’Diaye" \u2028' })
  const course = await school.course()
  await school.enrol(student, course)
  await school.content({ course_id: course.id } as never)
  await createTestUpload(teacher, createTestPdf(), {
    host: school.host,
    purpose: 'course_file',
    content_type: 'application/pdf',
  })
  const bytes = await createTestImage({ width: 500, height: 300 })
  image = await createTestUpload(teacher, bytes, {
    host: school.host,
    purpose: 'course_image',
    content_type: 'image/png',
  })
  await runJob(
    school,
    registeredJobs.find(({ name }) => name === 'resizeImage')!,
    { upload_id: image.upload_id },
  )
  archive = fresh()
  manifest = await exportSchool({ url, storage, school: school.school_url, archivePath: archive })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Tables that an import changes: the address, and the audit entry. */
const changing = new Set(['schools', 'audit_log'])
const sums = ({ tables }: ArchiveManifest) =>
  tables.filter(({ name }) => !changing.has(name)).map(({ name, rows, sha256 }) => [name, rows, sha256])
const again = (of: string, from = { url, storage }) =>
  exportSchool({ ...from, school: of, archivePath: fresh() })
const bring = (options: Partial<Parameters<typeof importSchool>[0]> = {}) =>
  importSchool({ url, storage, from: archive, ...options })

async function asOwner(statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return ((await client.query(statement)) as { rows: unknown[] }).rows
  } finally {
    await client.end()
  }
}

test('exports every row and file of the school, but no credentials', async () => {
  const names = manifest.tables.map(({ name }) => name)
  for (const name of ['schools', 'users', 'courses', 'enrolments', 'uploads']) expect(names).toContain(name)
  for (const name of ['sessions', 'one_time_tokens', 'idempotency_keys', 'accounts'])
    expect(names).not.toContain(name)
  expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(4)
  expect(manifest.owners).toHaveLength(1)
  expect(manifest.files.length).toBeGreaterThan(3)
  expect(manifest.files.map(({ sha256 }) => sha256)).toContain(
    createHash('sha256').update(createTestPdf()).digest('hex'),
  )
  expect(sums(await again(school.school_id))).toEqual(sums(manifest))
})

test('imports a copy beside itself with the same rows, files, images and logins', async () => {
  await expect(bring()).rejects.toThrow('is already in use. Set another one with --as')
  await expect(bring({ schoolUrl: 'www' })).rejects.toThrow('is not a valid school address')
  const school_url = `copy-${newId().slice(-12)}`
  const copy = await bring({ schoolUrl: school_url })
  expect(copy.school_id).not.toBe(school.school_id)
  const second = await again(school_url)
  expect(sums(second)).toEqual(sums(manifest))
  expect(second.files.map(({ sha256 }) => sha256).toSorted()).toEqual(
    manifest.files.map(({ sha256 }) => sha256).toSorted(),
  )
  const visitor = await createTestVisitor(`${school_url}.${rootDomain}`)
  const answer = await visitor.api(loginStudent, {
    user_code: student.email,
    password: testPassword,
    school_id: copy.school_id,
  })
  expect(answer.user).toMatchObject({ _id: student.id, name: student.name })
  const drawn = await visitor.request({ method: 'GET', url: `${image.url}/320.avif` })
  expect([drawn.status, drawn.headers['content-type']]).toEqual([200, 'image/avif'])
})

test('imports the same school with the same owner into another installation', async () => {
  const target = {
    url: (await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), `school_${newId().slice(-8)}`))
      .ownerUrl,
    storage: openDiskStorage({ dataDir: fresh(), appSecret: testSecret }),
  }
  expect(await bring(target)).toMatchObject({ school_id: school.school_id, school_url: school.school_url })
  const there = await again(school.school_url, target)
  expect([sums(there), there.files]).toEqual([sums(manifest), manifest.files])
  expect(there.owners).toEqual(manifest.owners)
  const copy = await bring({ ...target, schoolUrl: 'second-one' })
  expect(copy.school_id).not.toBe(school.school_id)
  expect(sums(await again('second-one', target))).toEqual(sums(manifest))
})

test('requires verification of a custom domain before it works for the copy', async () => {
  const domain = `www.${newId().slice(-12)}.test`
  const from = fresh()
  const other = await createTestSchool()
  await other.transact(({ tx, school_id }) =>
    tx
      .insertInto('custom_domains')
      .values({
        school_id,
        id: newId(),
        domain,
        verification_record: 'lyceum-proof',
        state: 'active',
        verified_at: new Date(),
        created_by: newId(),
      })
      .execute(),
  )
  await exportSchool({ url, storage, school: other.school_url, archivePath: from })
  const copy = await bring({ from, schoolUrl: `copy-${newId().slice(-12)}` })
  const rows = await asOwner(
    `select id, domain, state, verified_at from custom_domains where school_id = '${copy.school_id}'`,
  )
  expect(rows).toEqual([{ id: expect.any(String) as string, domain, state: 'pending', verified_at: null }])
  expect(await asOwner(`select from school_hosts where host = '${domain}'`)).toEqual([])
  const { id } = rows[0] as { id: string }
  expect(await listQueuedJobs(copy.school_id, domainJobKey(id))).toMatchObject([
    { payload: { domain_id: id } },
  ])
})

test('restores a damaged school without changing others', async () => {
  const other = await createTestSchool()
  await other.student()
  const before = await again(other.school_url)
  await asOwner(
    `delete from enrolments where school_id = '${school.school_id}';
     update users set name = 'nobody' where school_id = '${school.school_id}'`,
  )
  await school.student()
  await storage.remove(`${school.school_id}/${manifest.files[0]!.name}`)
  await expect(bring({ replace: true, schoolUrl: 'other' })).rejects.toThrow('Remove --as')
  expect(await bring({ replace: true })).toMatchObject({ school_id: school.school_id })
  const after = await again(school.school_id)
  expect([sums(after), after.files]).toEqual([sums(manifest), manifest.files])
  expect(sums(await again(other.school_url))).toEqual(sums(before))
  const request = requestUploadLink(student, createTestPdf(), { purpose: 'avatar' })
  await expect(request).rejects.toMatchObject({ code: 'unauthenticated' })
})

describe('an invalid archive changes nothing', () => {
  const line = (row: object) => `${JSON.stringify(row)}\n`
  const sha256 = (data: string) => createHash('sha256').update(data).digest('hex')
  function made(change: (entries: ArchiveEntry[], claims: ArchiveManifest) => void) {
    const data = line({ school_id: schoolIdPlaceholder, id: newId(), name: 'A', slug: 'a' })
    const entries: ArchiveEntry[] = [{ name: 'tables/categories.ndjson', data }]
    const claims: ArchiveManifest = {
      ...manifest,
      migrations: [...manifest.migrations],
      school_id: newId(),
      school_url: `made-${newId().slice(-12)}`,
      tables: [
        {
          name: 'categories',
          columns: ['school_id', 'id', 'name'],
          rows: 1,
          bytes: data.length,
          sha256: sha256(data),
        },
      ],
      files: [],
      owners: [],
    }
    change(entries, claims)
    const file = fresh()
    writeFileSync(
      file,
      createTestArchive([...entries, { name: 'manifest.json', data: JSON.stringify(claims) }]),
    )
    return file
  }
  const table = (claims: ArchiveManifest) => claims.tables[0]!
  const rewritten = (data: string) => (entries: ArchiveEntry[], claims: ArchiveManifest) => {
    entries[0] = { name: 'tables/categories.ndjson', data }
    Object.assign(table(claims), { bytes: Buffer.byteLength(data), sha256: sha256(data) })
  }

  test.each<[string, RegExp, (entries: ArchiveEntry[], claims: ArchiveManifest) => void]>([
    [
      'a name that leads away',
      /unexpected entry/,
      (entries) => entries.push({ name: '../../etc/passwd', data: 'x' }),
    ],
    [
      'a file nobody declared',
      /do not match its manifest/,
      (e) => e.push({ name: `files/${'a'.repeat(40)}`, data: 'x' }),
    ],
    [
      'a table that is none',
      /not a school table/,
      (e, c) => {
        e[0]!.name = 'tables/accounts.ndjson'
        table(c).name = 'accounts'
      },
    ],
    ['a column that is none', /unknown column/, (_e, c) => void (table(c).columns = ['school_id', 'danger'])],
    ['bytes that were changed', /was changed/, (_e, c) => void (table(c).sha256 = '0'.repeat(64))],
    ['a size that lies', /damaged/, (_e, c) => void (table(c).bytes = 5)],
    [
      'rows of another school',
      /rows of categories of another school/,
      rewritten(line({ school_id: newId(), id: newId(), name: 'A' })),
    ],
    [
      'files of another school',
      /files of another school/,
      (entries, claims) => {
        const row = { school_id: schoolIdPlaceholder, id: newId(), owner_id: newId(), purpose: 'course_file' }
        const object_key = `${newId()}/${'a'.repeat(40)}`
        rewritten(
          line({ ...row, object_key, file_name: 'a', content_type: 'a/b', size: 1, status: 'ready' }),
        )(entries, claims)
        entries[0]!.name = 'tables/uploads.ndjson'
        const columns = 'school_id id owner_id purpose object_key file_name content_type size status'.split(
          ' ',
        )
        Object.assign(table(claims), { name: 'uploads', columns })
      },
    ],
    ['rows that are none', /unreadable rows/, rewritten('rubbish\n')],
    ['a row without an end', /row is incomplete/, rewritten('{"school_id":')],
    [
      'a bomb',
      /more than a school can contain/,
      (e, c) => {
        const data = 'x'.repeat(6_000_000)
        e[0] = { name: 'tables/categories.ndjson', data, packed: true }
        Object.assign(table(c), { bytes: data.length, sha256: sha256(data) })
      },
    ],
    ['two entries of one name', /twice/, (e) => e.push({ ...e[0]! })],
    ['a newer version', /newer version/, (_e, c) => c.migrations.push('20990101-0000-later.sql')],
    ['another format', /manifest/, (_e, c) => void ((c as { version: number }).version = 2)],
  ])('%s', async (_what, message, change) => {
    const count = () => asOwner('select count(*) from school_directory')
    const before = await count()
    await expect(bring({ from: made(change) })).rejects.toThrow(message)
    expect(await count()).toEqual(before)
  })

  test('with a truncated file', async () => {
    const file = fresh()
    writeFileSync(file, readFileSync(archive).subarray(0, -200))
    await expect(bring({ from: file })).rejects.toThrow(/not an archive|damaged/)
  })
})
