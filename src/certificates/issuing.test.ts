import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createCertifyingSchool } from '#testing/builders/certificates/certificate-builder.ts'
import { listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { createTestSchool, resetClock, setClock } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

const exists = { status: 409, code: 'certificate_exists' }

test('a student gets one certificate of a course, with a number, and is notified', async () => {
  const { school, admin, student, course, template, issue } = await createCertifyingSchool({
    template: { course_id: null },
  })
  const issued = await issue()
  expect(issued).toMatchObject({
    certificate_id: template.id,
    number: '000001',
    student_id: student.id,
    student_name: 'Ada Obi',
    course_id: course.id,
    course_name: 'Algebra',
    state: 'issued',
    is_public: true,
    expires_at: null,
    replaces_id: null,
  })
  expect(issued.verify_url).toBe(`http://lyceum.test:3000/verify/${issued.id}`)
  await expect(issue()).rejects.toMatchObject(exists)
  const named = await issue({
    course_id: null,
    course_name: 'Chess',
    student_name: ' Ada O. Obi ',
    certificate_id: template.id,
  })
  expect(named).toMatchObject({ number: '000002', course_name: 'Chess', student_name: 'Ada O. Obi' })
  const { notifications, mails } = await listNotificationsOf(school, student.id)
  expect(notifications[0]).toMatchObject({
    kind: 'certificate_issued',
    data: { certificate_id: issued.id, course_name: 'Algebra' },
  })
  expect(mails[0]).toMatchObject({ kind: 'certificate_issued' })
  const list = await admin.api(contract.listCertificates, {})
  expect(list.data.map(({ number }) => number)).toEqual(['000002', '000001'])
})

test('needs a template, and a student and a course of the school', async () => {
  const school = await createTestSchool()
  const [admin, student, teacher] = [await school.admin(), await school.student(), await school.teacher()]
  const create = (student_id: string, more = {}) =>
    admin.api(contract.createStudentCertificate, { student_id, ...more })
  const missing = { code: 'no_certificate_template' }
  await expect(create(student.id)).rejects.toMatchObject(missing)
  await expect(admin.api(contract.assignCertificates, { student_ids: [student.id] })).rejects.toMatchObject(
    missing,
  )
  await admin.api(contract.createSchoolCertificate, { course_name: 'Swimming' })
  await expect(create(teacher.id)).rejects.toMatchObject({ status: 404 })
  await expect(create(newId())).rejects.toMatchObject({ status: 404 })
  await expect(create(student.id, { course_id: newId() })).rejects.toMatchObject({ status: 404 })
  expect(await create(student.id)).toMatchObject({ course_id: null, course_name: 'Swimming' })
})

test('assigns to many at once after a preview, and twice or in parallel gives one each without gaps', async () => {
  const { school, admin, student, course, issue } = await createCertifyingSchool()
  const others = await Promise.all(
    Array.from({ length: 12 }, (_, n) => school.student({ name: `Student ${n}` })),
  )
  const teacher = await school.teacher()
  const first = await issue()
  const student_ids = [student, ...others, teacher].map(({ id }) => id)
  const assign = (more = {}) =>
    admin.api(contract.assignCertificates, { course_id: course.id, student_ids, ...more })

  const preview = await assign({ preview: true })
  expect(preview.issued_count).toBe(0)
  expect(preview.data.find(({ student_id }) => student_id === student.id)).toMatchObject({
    outcome: 'has_certificate',
    id: first.id,
  })
  expect(preview.data.filter(({ outcome, id }) => outcome === 'issued' && id === null)).toHaveLength(12)
  expect(preview.data.at(-1)).toMatchObject({ student_id: teacher.id, outcome: 'not_a_student' })

  const runs = await Promise.all([assign(), assign(), assign()])
  expect(runs.reduce((sum, { issued_count }) => sum + issued_count, 0)).toBe(12)
  expect((await assign()).issued_count).toBe(0)
  const { data } = await admin.api(contract.listCertificates, { limit: 100 })
  expect(new Set(data.map(({ student_id }) => student_id)).size).toBe(13)
  expect(data.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 13 }, (_, n) => n + 1),
  )
})

test('assigns to all who completed the course', async () => {
  const { school, admin, student, course } = await createCertifyingSchool()
  const done = await school.student({ name: 'Done' })
  await school.enrol(done, course, { completed_at: new Date() })
  const assign = (more = {}) =>
    admin.api(contract.assignCertificates, { course_id: course.id, completed_only: true, ...more })
  expect(await assign({ student_id: student.id })).toMatchObject({ issued_count: 0, data: [] })
  expect(await assign()).toMatchObject({
    issued_count: 1,
    data: [{ student_id: done.id, outcome: 'issued' }],
  })
})

test('five thousand students get consecutive numbers', async () => {
  const { school, admin, course } = await createCertifyingSchool()
  const count = 5_000
  const student_ids = Array.from({ length: count }, () => newId())
  await school.transact(async ({ tx, school_id }) => {
    for (let from = 0; from < count; from += 1_000)
      await tx
        .insertInto('users')
        .values(
          student_ids.slice(from, from + 1_000).map((id, n) => ({
            school_id,
            id,
            name: `Student ${from + n}`,
            email: `${id}@people.test`,
            role: 'student',
            status: 'active',
          })) as never,
        )
        .execute()
  })
  const assign = () => admin.api(contract.assignCertificates, { course_id: course.id, student_ids })
  const [one, two] = await Promise.all([assign(), assign()])
  expect(one.issued_count + two.issued_count).toBe(count)
  const { last, numbers } = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('certificates')
      .where('school_id', '=', school_id)
      .select((eb) => [
        eb.fn.max('number').as('last'),
        eb.fn.count<string>('number').distinct().as('numbers'),
      ])
      .executeTakeFirstOrThrow(),
  )
  expect({ last, numbers: Number(numbers) }).toEqual({ last: count, numbers: count })
}, 60_000)

test('a correction issues the successor and ends the certificate at once', async () => {
  const { admin, student, issue } = await createCertifyingSchool()
  const first = await issue()
  await student.api(contract.setCertificatePrivacy, { id: first.id, is_public: false })
  const correct = (id: string, more = {}) => admin.api(contract.correctCertificate, { id, ...more })
  const [corrected, second] = await Promise.allSettled([
    correct(first.id, { student_name: ' Ada Obi-Eze ', reason: ' Name ' }),
    correct(first.id, { student_name: 'Ada Obi-Eze' }),
  ])
  const done = [corrected, second].filter(({ status }) => status === 'fulfilled')
  expect(done).toHaveLength(1)
  const successor = (done[0] as PromiseFulfilledResult<typeof first>).value
  expect(successor).toMatchObject({
    number: '000002',
    student_name: 'Ada Obi-Eze',
    course_name: 'Algebra',
    replaces_id: first.id,
    is_public: false,
  })
  const { data } = await student.api(contract.listStudentCertificates, { student_id: student.id })
  expect(data).toMatchObject([
    { id: successor.id, state: 'issued' },
    { id: first.id, state: 'superseded', replaced_by_id: successor.id },
  ])
  await expect(correct(first.id)).rejects.toMatchObject({ code: 'certificate_not_valid' })
  await expect(admin.api(contract.revokeCertificate, { id: first.id })).rejects.toMatchObject({
    code: 'certificate_not_valid',
  })
  await expect(correct(newId())).rejects.toMatchObject({ status: 404 })
})

test('a certificate is revoked with a reason, and another can be issued', async () => {
  const { admin, issue, student } = await createCertifyingSchool()
  const { id } = await issue()
  await admin.api(contract.revokeCertificate, { id, reason: ' A mistake ' })
  const { data } = await admin.api(contract.listStudentCertificates, { student_id: student.id })
  expect(data).toMatchObject([{ id, state: 'revoked', end_reason: 'A mistake' }])
  await expect(admin.api(contract.revokeCertificate, { id })).rejects.toMatchObject({
    code: 'certificate_not_valid',
  })
  expect(await issue()).toMatchObject({ number: '000002' })
})

test('a certificate expires by itself, and a new one can be issued then', async () => {
  const { admin, issue } = await createCertifyingSchool({ template: { validity_months: 12 } })
  const issued = await issue()
  const expires = new Date(issued.expires_at!)
  expect(expires.getUTCFullYear()).toBe(new Date(issued.issued_at).getUTCFullYear() + 1)
  setClock(() => new Date(expires.getTime() + 1_000))
  try {
    expect(await admin.api(contract.getCertificate, { id: issued.id })).toMatchObject({ state: 'expired' })
  } finally {
    resetClock()
  }
})

test('a student sees the own certificates only, staff those of all, by name, number and course', async () => {
  const { school, admin, student, course, issue } = await createCertifyingSchool({ student_name: 'Ọláyínká' })
  const { id } = await issue()
  const [other, teacher] = [await school.student(), await school.teacher()]
  const list = (person: typeof student) =>
    person.api(contract.listStudentCertificates, { student_id: student.id })
  expect((await list(student)).data).toMatchObject([{ id }])
  expect((await list(teacher)).data).toMatchObject([{ id }])
  await expect(list(other)).rejects.toMatchObject({ status: 403 })
  const count = async (of: object) => (await admin.api(contract.listCertificates, of)).data.length
  expect(await count({ search: 'olayin' })).toBe(1)
  expect(await count({ search: '1' })).toBe(1)
  expect(await count({ search: '%' })).toBe(0)
  expect(await count({ course_id: course.id })).toBe(1)
  expect(await count({ course_id: newId() })).toBe(0)
  await expect(other.api(contract.setCertificatePrivacy, { id, is_public: false })).rejects.toMatchObject({
    status: 404,
  })
})

test('lists certificates by their state', async () => {
  const { admin, issue, school, course } = await createCertifyingSchool({ template: { validity_months: 1 } })
  const others = await Promise.all(['B', 'C', 'D'].map((name) => school.student({ name })))
  const [valid, expired, revoked, replaced] = [
    await issue(),
    ...(await Promise.all(others.map(({ id }) => issue({ student_id: id, course_id: course.id })))),
  ]
  await admin.api(contract.revokeCertificate, { id: revoked!.id })
  const successor = await admin.api(contract.correctCertificate, { id: replaced!.id, student_name: 'D. D.' })
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('certificates')
      .set({ expires_at: new Date(0) })
      .where('school_id', '=', school_id)
      .where('id', '=', expired!.id)
      .execute(),
  )
  const of = async (state: 'issued' | 'expired' | 'revoked' | 'superseded') =>
    (await admin.api(contract.listCertificates, { state })).data.map(({ id }) => id).toSorted()
  expect(await of('issued')).toEqual([valid!.id, successor.id].toSorted())
  expect(await of('expired')).toEqual([expired!.id])
  expect(await of('revoked')).toEqual([revoked!.id])
  expect(await of('superseded')).toEqual([replaced!.id])
})
