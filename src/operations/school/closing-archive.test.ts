import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, expect, test, onTestFinished } from 'vitest'
import { askForSchoolArchive, closeSchool, showClosing } from '#school-closure/contract.ts'
import { jobs } from '#jobs.ts'
import { newId } from '#platform/security/tokens.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { aFile, aPicture } from '#testing/builders/files.ts'
import { aCourseToLearn } from '#testing/builders/learning-builder.ts'
import { anOwnedSchool, mailsOf } from '#testing/builders/owner-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import { aVisitor, testPassword, theApp } from '#testing/builders/school-builder.ts'
import { importSchool } from './import-school.ts'
import { openSchoolArchive } from './open-archive.ts'
import { batches } from './stage-table.ts'

const writing = jobs.find(({ name }) => name === 'writeSchoolArchive')!

test('an owner takes a closing school home: whole, importable, and without what lets anybody in', async () => {
  const { school, account } = await anOwnedSchool()
  const { school_id, school_url, host } = school
  const { student } = await aCourseToLearn(school)
  await aFile(student, host, await aPicture(), { purpose: 'profile_picture', content_type: 'image/png' })
  await account.api(closeSchool, { school_id, school_url, password: testPassword })
  const asked = await account.api(askForSchoolArchive, { school_id })
  expect(asked).toMatchObject({ state: 'waiting', url: null })
  await account.api(askForSchoolArchive, { school_id })
  await Promise.allSettled([runJob(school, writing, {}), runJob(school, writing, {})])
  await runJob(school, writing, {})
  const { closing } = await account.api(showClosing, { school_id })
  expect(closing!.archive).toMatchObject({ state: 'done', size: expect.any(Number) as number })
  expect((await mailsOf(school)).filter(({ kind }) => kind === 'closing_archive')).toHaveLength(1)

  const { pathname, search } = new URL(closing!.archive.url!)
  const { http, services } = await theApp()
  const answer = await http.inject({ method: 'GET', url: pathname + search, headers: { host } })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  const stranger = await aVisitor(host)
  const unsigned = await stranger.request({ method: 'GET', url: pathname })
  expect(unsigned.status).toBeGreaterThanOrEqual(400)

  const folder = mkdtempSync(join(tmpdir(), 'lyceum-archive-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const from = join(folder, 'school.zip')
  writeFileSync(from, answer.rawPayload)
  const archive = await openSchoolArchive(from)
  const lines: string[] = []
  for await (const some of batches(archive.read('tables/users.ndjson'))) lines.push(...some)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ password_hash: null, totp_secret: null, recovery_codes: [] })
  expect(archive.manifest.owners.map(({ password_hash }) => password_hash)).toEqual([''])
  expect(archive.manifest.files.length).toBeGreaterThan(0)
  archive.close()

  const elsewhere = await cloneTemplate(
    inject('templateUrl'),
    inject('appTemplateUrl'),
    `arch_${newId().slice(-8)}`,
  )
  const brought = await importSchool({ url: elsewhere.ownerUrl, storage: services.storage, from })
  expect(brought).toMatchObject({ school_id, school_url })
})
