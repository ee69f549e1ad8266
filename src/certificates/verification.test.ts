import { expect, test } from 'vitest'
import { addOwner } from '#accounts/index.ts'
import { newId } from '#platform/security/tokens.ts'
import { registeredJobs } from '#registered-jobs.ts'
import { closeSchool } from '#school-closure/contract.ts'
import { createCertifyingSchool } from '#testing/builders/certificates/certificate-builder.ts'
import { advanceDays, enterSchoolAs, getTestPlatform } from '#testing/builders/owner-builder.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestAccount,
  createTestSchool,
  createTestVisitor,
  rootDomain,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const jobOf = (name: string) => registeredJobs.find((job) => job.name === name)!

const file = (id: string, name: 'pdf' | 'image') => `/api/student-certificate/certificates/id/${id}/${name}`

/** The page of a certificate at a host, in English. */
async function openPage(id: string, host = rootDomain) {
  const visitor = await createTestVisitor(host)
  const headers = { 'accept-language': 'en' }
  return visitor.request({ method: 'GET', url: `/verify/${id}`, headers, withoutClient: true })
}

async function erase(school: TestSchool, user_id: string) {
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ erase_at: new Date(Date.now() - 1_000) })
      .where('school_id', '=', school_id)
      .where('id', '=', user_id)
      .execute(),
  )
  await runJob(school, jobOf('erasePerson'), { user_id })
}

test('every host verifies a certificate, without login and without an API client', async () => {
  const { school, issue } = await createCertifyingSchool({ student_name: '<b>Ada</b> & Co' })
  const { id } = await issue()
  const other = await createTestSchool()
  for (const host of [rootDomain, school.host, other.host]) {
    const page = await openPage(id, host)
    expect(page.status).toBe(200)
    expect(page.text).toContain('This certificate is valid')
    expect(page.text).toContain('&#60;b&#62;Ada&#60;/b&#62; &#38; Co')
    expect(page.text).not.toMatch(/<script|<b>/)
    expect(page.headers['cache-control']).toBe('no-store')
    const visitor = await createTestVisitor(host)
    expect(await visitor.api(contract.getCertificate, { id })).toMatchObject({
      course_name: 'Algebra',
      school_name: 'Green School',
      student_name: '<b>Ada</b> & Co',
      state: 'issued',
    })
  }
})

test('a student hides the name; files then open by a signed link only', async () => {
  const { student, issue } = await createCertifyingSchool()
  const { id } = await issue()
  const hidden = await student.api(contract.setCertificatePrivacy, { id, is_public: false })
  const visitor = await createTestVisitor()
  expect(await visitor.api(contract.getCertificate, { id })).toMatchObject({
    student_name: null,
    student_id: null,
    certificate_pdf: null,
  })
  const page = await openPage(id)
  expect(page.text).toContain('The student does not show the name')
  expect(page.text).not.toContain('Ada Obi')
  expect(await visitor.request({ method: 'GET', url: file(id, 'pdf') })).toMatchObject({
    status: 403,
    json: { code: 'certificate_private' },
  })
  const forged = hidden.certificate_pdf.replace(/signature=.{4}/, 'signature=AAAA')
  expect((await visitor.request({ method: 'GET', url: forged })).status).toBe(403)
  expect((await visitor.request({ method: 'GET', url: hidden.certificate_pdf })).status).toBe(200)
})

test('the link of a corrected certificate shows its newest successor', async () => {
  const { admin, issue } = await createCertifyingSchool()
  const { id } = await issue()
  const second = await admin.api(contract.correctCertificate, { id, student_name: 'Ada Second' })
  const third = await admin.api(contract.correctCertificate, { id: second.id, student_name: 'Ada Third' })
  const page = await openPage(id)
  expect(page.status).toBe(200)
  expect(page.text).toContain('This certificate was corrected')
  expect(page.text).toContain('Ada Third')
  expect(page.text).toContain(third.verify_url)
  const visitor = await createTestVisitor()
  expect(await visitor.api(contract.getCertificate, { id })).toMatchObject({
    state: 'superseded',
    replaced_by_id: second.id,
  })
  expect((await visitor.request({ method: 'GET', url: file(id, 'image') })).json).toMatchObject({
    code: 'certificate_not_valid',
  })
  await admin.api(contract.revokeCertificate, { id: third.id })
  expect((await openPage(id)).text).toContain('This certificate was revoked')
})

test('an erased person leaves no name: 410 for the page, the API and the files', async () => {
  const { school, admin, student, issue } = await createCertifyingSchool()
  const { id } = await issue()
  const visitor = await createTestVisitor()
  expect((await visitor.request({ method: 'GET', url: file(id, 'pdf') })).status).toBe(200)
  await erase(school, student.id)
  const gone = { status: 410, code: 'person_erased' }
  await expect(visitor.api(contract.getCertificate, { id })).rejects.toMatchObject(gone)
  const page = await openPage(id)
  expect(page.status).toBe(410)
  expect(page.text).not.toContain('Ada')
  expect((await visitor.request({ method: 'GET', url: file(id, 'pdf') })).status).toBe(410)
  await expect(admin.api(contract.correctCertificate, { id })).rejects.toMatchObject(gone)
  expect(await admin.api(contract.listCertificates, {})).toMatchObject({ data: [{ id, student_name: '' }] })
})

test('a closed and erased school leaves what was public', async () => {
  const { school, admin, student, issue } = await createCertifyingSchool({ template: { course_id: null } })
  const shown = await issue()
  const hidden = await issue({ course_id: null, course_name: 'Chess', certificate_id: shown.certificate_id })
  await student.api(contract.setCertificatePrivacy, { id: hidden.id, is_public: false })
  const revoked = await issue({ course_id: null, course_name: 'Go', certificate_id: shown.certificate_id })
  await admin.api(contract.revokeCertificate, { id: revoked.id })
  const removed = await school.student({ name: 'Removed Person' })
  const erased = await issue({ student_id: removed.id })
  await erase(school, removed.id)

  await closeAndErase(school)

  const visitor = await createTestVisitor()
  const read = (id: string) => visitor.api(contract.getCertificate, { id })
  expect(await read(shown.id)).toMatchObject({
    student_name: 'Ada Obi',
    school_name: 'Green School',
    course_name: 'Algebra',
    number: '000001',
    state: 'issued',
    certificate_pdf: null,
  })
  expect(await read(hidden.id)).toMatchObject({ student_name: null, course_name: 'Chess' })
  expect(await read(revoked.id)).toMatchObject({ state: 'revoked' })
  await expect(read(erased.id)).rejects.toMatchObject({ status: 410 })
  const page = await openPage(shown.id)
  expect(page.status).toBe(200)
  expect(page.text).toContain('Ada Obi')
  expect((await visitor.request({ method: 'GET', url: file(shown.id, 'pdf') })).status).toBe(404)
})

async function closeAndErase(school: TestSchool) {
  const account = await createTestAccount()
  await school.transact((ctx) => addOwner(ctx, account.id))
  await enterSchoolAs(school, account)
  await account.api(closeSchool, {
    school_id: school.school_id,
    school_url: school.school_url,
    reason: 'Private',
    password: testPassword,
  })
  await advanceDays(school, 31)
  await runJob(await getTestPlatform(), jobOf('eraseClosedSchool'), {
    closed_school_id: school.school_id,
  })
}

test('unknown ids are 404, and a network that tries many is refused for a while', async () => {
  const { issue } = await createCertifyingSchool()
  const { id } = await issue()
  const visitor = await createTestVisitor()
  const ask = (of: string, remoteAddress: string, url = `/verify/${of}`) =>
    visitor.request({ method: 'GET', url, remoteAddress })
  const guesser = '203.0.113.9'
  for (let n = 0; n < 30; n++) {
    expect((await ask(newId(), guesser)).status).toBe(404)
    const { status } = await ask(newId(), guesser, file(newId(), 'pdf'))
    expect(status).toBe(404)
  }
  expect((await ask(newId(), guesser)).status).toBe(429)
  expect((await ask(id, guesser)).status).toBe(429)
  const read = `/api/student-certificate/certificates/id/${id}`
  expect((await ask(id, guesser, read)).json).toMatchObject({ code: 'too_many_requests' })
  expect((await ask(id, '203.0.114.9')).status).toBe(200)
  expect((await ask('not-an-id', '203.0.114.9')).status).toBe(404)
})
