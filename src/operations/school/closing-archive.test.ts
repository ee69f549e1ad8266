import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, expect, test, onTestFinished } from 'vitest'
import { requestSchoolArchive, closeSchool, getClosing } from '#school-closure/contract.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { newId } from '#platform/security/tokens.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { createTestUpload, createTestImage } from '#testing/builders/files.ts'
import { createTestCourse } from '#testing/builders/learning-builder.ts'
import { createOwnedSchool, listMailsOf } from '#testing/builders/owner-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestVisitor, testPassword, getTestApp } from '#testing/builders/school-builder.ts'
import { importSchool } from './import-school.ts'
import { openSchoolArchive } from './open-archive.ts'
import { readBatches } from './stage-table.ts'

const writing = registeredJobs.find(({ name }) => name === 'writeSchoolArchive')!

test('gives the owner of a closing school a complete, importable archive without secrets', async () => {
  const { school, account } = await createOwnedSchool()
  const { school_id, school_url, host } = school
  const { student } = await createTestCourse(school)
  await createTestUpload(student, await createTestImage(), {
    host,
    purpose: 'avatar',
    content_type: 'image/png',
  })
  await account.api(closeSchool, { school_id, school_url, password: testPassword })
  const options = await account.api(requestSchoolArchive, { school_id })
  expect(options).toMatchObject({ state: 'waiting', url: null })
  await account.api(requestSchoolArchive, { school_id })
  await Promise.allSettled([runJob(school, writing, {}), runJob(school, writing, {})])
  await runJob(school, writing, {})
  const { closing } = await account.api(getClosing, { school_id })
  expect(closing!.archive).toMatchObject({ state: 'done', size: expect.any(Number) as number })
  expect((await listMailsOf(school)).filter(({ kind }) => kind === 'closing_archive')).toHaveLength(1)

  const { pathname, search } = new URL(closing!.archive.url!)
  const { http, services } = await getTestApp()
  const answer = await http.inject({ method: 'GET', url: pathname + search, headers: { host } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const visitor = await createTestVisitor(host)
  const unsigned = await visitor.request({ method: 'GET', url: pathname })
  expect(unsigned.status).toBeGreaterThanOrEqual(400)

  const folder = mkdtempSync(join(tmpdir(), 'lyceum-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const from = join(folder, 'school.zip')
  writeFileSync(from, answer.rawPayload)
  const archive = await openSchoolArchive(from)
  const lines: string[] = []
  for await (const some of readBatches(archive.read('tables/users.ndjson'))) lines.push(...some)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ password_hash: null, totp_secret: null, recovery_codes: [] })
  expect(archive.manifest.owners.map(({ password_hash }) => password_hash)).toEqual([''])
  expect(archive.manifest.files.length).toBeGreaterThan(0)
  archive.close()

  const target = await cloneTemplate(
    inject('templateUrl'),
    inject('appTemplateUrl'),
    `arch_${newId().slice(-8)}`,
  )
  const brought = await importSchool({ url: target.ownerUrl, storage: services.storage, from })
  expect(brought).toMatchObject({ school_id, school_url })
})
