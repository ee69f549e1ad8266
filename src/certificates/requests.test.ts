import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createCertifyingSchool } from '#testing/builders/certificates/certificate-builder.ts'
import { listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { createTestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

test('a student requests a certificate once, and gets it when an admin approves', async () => {
  const { admin, student, course } = await createCertifyingSchool()
  const request = () =>
    student.api(contract.requestCertificate, { course_id: course.id, message: ' Please ' })
  const made = await request()
  expect(made).toMatchObject({
    student_name: 'Ada Obi',
    course_name: 'Algebra',
    state: 'requested',
    message: 'Please',
    has_completed: false,
  })
  await expect(request()).rejects.toMatchObject({ code: 'certificate_requested' })
  expect((await admin.api(contract.listCertificateRequests, {})).data).toMatchObject([{ id: made.id }])

  const decide = () => admin.api(contract.decideCertificateRequest, { id: made.id, decision: 'approve' })
  const results = await Promise.allSettled([decide(), decide()])
  const approved = results.find((result) => result.status === 'fulfilled')!.value
  expect(approved).toMatchObject({ state: 'approved' })
  await expect(decide()).rejects.toMatchObject({ code: 'request_already_decided' })
  const { data } = await student.api(contract.listStudentCertificates, { student_id: student.id })
  expect(data.map(({ id }) => id)).toEqual([approved.issued_id])
  await expect(request()).rejects.toMatchObject({ code: 'certificate_exists' })
  expect((await student.api(contract.listMyCertificateRequests, {})).data).toMatchObject([
    { id: made.id, state: 'approved' },
  ])
})

test('a declined request tells the student why, and may be repeated', async () => {
  const { school, admin, student, course } = await createCertifyingSchool()
  const request = () => student.api(contract.requestCertificate, { course_id: course.id })
  const { id } = await request()
  expect(
    await admin.api(contract.decideCertificateRequest, { id, decision: 'decline', reason: ' Not yet ' }),
  ).toMatchObject({ state: 'declined', decline_reason: 'Not yet', issued_id: null })
  const { notifications } = await listNotificationsOf(school, student.id)
  expect(notifications).toMatchObject([
    { kind: 'certificate_declined', data: { course_name: 'Algebra', reason: 'Not yet' } },
  ])
  expect(await request()).toMatchObject({ state: 'requested' })
  expect((await admin.api(contract.listCertificateRequests, { state: 'declined' })).data).toMatchObject([
    { id },
  ])
})

test('an approval needs a template, and no valid certificate of the course', async () => {
  const { admin, student, course, template, issue } = await createCertifyingSchool()
  const { id } = await student.api(contract.requestCertificate, { course_id: course.id })
  const approve = (certificate_id?: string) =>
    admin.api(contract.decideCertificateRequest, {
      id,
      decision: 'approve',
      ...(certificate_id && { certificate_id }),
    })
  await expect(approve(newId())).rejects.toMatchObject({ code: 'no_certificate_template' })
  await issue({ certificate_id: template.id })
  await expect(approve()).rejects.toMatchObject({ code: 'certificate_exists' })
})

test('only people who are or were enrolled request a certificate', async () => {
  const { school, admin, course } = await createCertifyingSchool()
  const missing = { status: 404 }
  const other = await school.student()
  const ask = (course_id: string) => other.api(contract.requestCertificate, { course_id })
  await expect(ask(course.id)).rejects.toMatchObject(missing)
  await expect(ask((await (await createTestSchool()).course()).id)).rejects.toMatchObject(missing)
  await expect(
    admin.api(contract.decideCertificateRequest, { id: newId(), decision: 'decline' }),
  ).rejects.toMatchObject(missing)
})
