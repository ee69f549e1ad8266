import { expect, test } from 'vitest'
import { resultChanged } from '#assessments/index.ts'
import { changeProgress, saveProgress } from '#learning/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createCertifyingSchool } from '#testing/builders/certificates/certificate-builder.ts'
import { listNotificationsOf } from '#testing/builders/learning-builder.ts'
import { runJob, runQueuedJobs } from '#testing/builders/queue.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { applyRule, checkRules } from './jobs.ts'
import { maxRules } from './rules/change-rules.ts'

/** A school with a template for a course of one text and one quiz, and its student. */
async function createRuledSchool() {
  const fixture = await createCertifyingSchool()
  const { school, admin, course, template, student } = fixture
  const lesson = await school.lesson({ course_id: course.id })
  const parent = { course_id: course.id, lesson_id: lesson.id }
  const text = await school.content({ ...parent, title: 'Text' })
  const quiz = await school.content({
    ...parent,
    title: 'Quiz',
    type: 'assessment',
    position: 1,
    is_optional: true,
  })
  const addRule = (more: object = {}) =>
    admin.api(contract.createCertificateRule, { id: template.id, course_id: course.id, ...more })
  const complete = (person: TestUser = student) =>
    person.api(saveProgress, { content_id: text.id, completed: true })
  const score = (value: number | null, student_id = student.id) =>
    school.transact((ctx) =>
      ctx.emit(resultChanged, {
        course_id: course.id,
        assessment_id: newId(),
        content_id: quiz.id,
        student_id,
        score: value,
        is_late: false,
        is_submitted: true,
        is_passed: false,
      }),
    )
  const run = async () => {
    await runQueuedJobs(school, checkRules)
    await runQueuedJobs(school, applyRule)
  }
  const issuedTo = async (person: TestUser = student) =>
    (await admin.api(contract.listStudentCertificates, { student_id: person.id })).data
  return { ...fixture, text, quiz, addRule, complete, score, run, issuedTo }
}

test('a student who completes the course gets one certificate, and is notified', async () => {
  const { school, student, template, addRule, complete, run, issuedTo } = await createRuledSchool()
  const rule = await addRule()
  expect(rule).toMatchObject({
    certificate_id: template.id,
    course_name: 'Algebra',
    content_id: null,
    content_title: null,
    min_score: null,
  })
  await run()
  expect(await issuedTo()).toEqual([])
  await complete()
  await run()
  expect(await issuedTo()).toMatchObject([
    { certificate_id: template.id, state: 'issued', course_name: 'Algebra' },
  ])
  const { notifications } = await listNotificationsOf(school, student.id)
  expect(notifications.map(({ kind }) => kind)).toEqual(['certificate_issued'])
})

test('twice and in parallel a rule issues one certificate, and a revoked one is not issued again', async () => {
  const { school, admin, course, student, addRule, complete, run, issuedTo } = await createRuledSchool()
  const others = await Promise.all(Array.from({ length: 6 }, (_, n) => school.student({ name: `S ${n}` })))
  for (const other of others) await school.enrol(other, course)
  const { id: rule_id } = await addRule()
  await Promise.all([student, ...others].map((person) => complete(person)))
  const input = { course_id: course.id, student_ids: [student, ...others].map(({ id }) => id) }
  await Promise.all([
    runJob(school, checkRules, input),
    runJob(school, checkRules, input),
    runJob(school, applyRule, { rule_id }),
  ])
  await run()
  const { data } = await admin.api(contract.listCertificates, { limit: 100 })
  expect(data).toHaveLength(7)
  expect(data.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const [first] = await issuedTo()
  await admin.api(contract.revokeCertificate, { id: first!.id })
  await runJob(school, checkRules, input)
  expect((await issuedTo()).map(({ state }) => state)).toEqual(['revoked'])
})

test('a course that staff mark as completed counts', async () => {
  const { admin, course, student, text, addRule, run, issuedTo } = await createRuledSchool()
  await addRule()
  const change = { course_id: course.id, student_ids: [student.id], content_ids: [text.id] }
  await admin.api(changeProgress, { ...change, completed: true })
  await run()
  expect(await issuedTo()).toHaveLength(1)
})

test('a rule with an assessment waits for course and score, in either order', async () => {
  const { school, course, addRule, quiz, student, complete, score, run, issuedTo } = await createRuledSchool()
  const late = await school.student({ name: 'Late' })
  await school.enrol(late, course)
  const rule = await addRule({ content_id: quiz.id, min_score: 70 })
  expect(rule).toMatchObject({ content_id: quiz.id, content_title: 'Quiz', min_score: 70 })
  await complete()
  await score(69.5)
  await score(null)
  await run()
  expect(await issuedTo()).toEqual([])
  await score(70)
  await run()
  expect(await issuedTo()).toHaveLength(1)
  await score(95, late.id)
  await run()
  expect(await issuedTo(late)).toEqual([])
  await complete(late)
  await run()
  expect(await issuedTo(late)).toHaveLength(1)
  expect(await issuedTo(student)).toHaveLength(1)
})

test('a preview counts who meets a rule, which then issues to them only on request', async () => {
  const { school, admin, course, template, addRule, complete, run, issue, issuedTo } =
    await createRuledSchool()
  const other = await school.student({ name: 'Other' })
  await school.enrol(other, course)
  await complete()
  await complete(other)
  await issue()
  const preview = () => admin.api(contract.previewCertificateRule, { id: template.id, course_id: course.id })
  expect(await preview()).toEqual({ meeting_count: 2, new_count: 1 })
  const { id } = await addRule()
  await run()
  expect(await issuedTo(other)).toEqual([])
  await admin.api(contract.deleteCertificateRule, { id })
  await addRule({ is_retroactive: true })
  await run()
  expect(await issuedTo(other)).toHaveLength(1)
  expect(await issuedTo()).toHaveLength(1)
  expect(await preview()).toEqual({ meeting_count: 2, new_count: 0 })
})

test('lists and deletes rules; a deleted rule or template issues nothing', async () => {
  const { admin, template, quiz, addRule, complete, run, issuedTo, school, course } =
    await createRuledSchool()
  const first = await addRule()
  await addRule({ content_id: quiz.id, min_score: 50 })
  const list = async () => (await admin.api(contract.listCertificateRules, { id: template.id })).data
  expect((await list()).map(({ min_score }) => min_score)).toEqual([null, 50])
  await admin.api(contract.deleteCertificateRule, { id: first.id })
  await expect(admin.api(contract.deleteCertificateRule, { id: first.id })).rejects.toMatchObject({
    status: 404,
  })
  expect(await list()).toHaveLength(1)
  await complete()
  await run()
  expect(await issuedTo()).toEqual([])
  const { id: rule_id } = await addRule()
  await admin.api(contract.deleteSchoolCertificate, { id: template.id })
  await runJob(school, applyRule, { rule_id })
  await runJob(school, checkRules, { course_id: course.id, student_ids: [] })
  expect(await issuedTo()).toEqual([])
  await expect(addRule()).rejects.toMatchObject({ status: 404 })
})

test('refuses a rule twice, too many rules, and conditions that make no sense', async () => {
  const { school, admin, template, quiz, text, addRule } = await createRuledSchool()
  await addRule()
  await expect(addRule()).rejects.toMatchObject({ code: 'rule_exists' })
  await addRule({ content_id: quiz.id, min_score: 60 })
  await expect(addRule({ content_id: quiz.id, min_score: 90 })).rejects.toMatchObject({ code: 'rule_exists' })
  const invalid = (path: string) => ({ errors: [{ path }] })
  await expect(addRule({ min_score: 60 })).rejects.toMatchObject(invalid('content_id'))
  await expect(addRule({ content_id: quiz.id })).rejects.toMatchObject(invalid('min_score'))
  await expect(addRule({ content_id: text.id, min_score: 60 })).rejects.toMatchObject(invalid('content_id'))
  await expect(addRule({ content_id: newId(), min_score: 60 })).rejects.toMatchObject(invalid('content_id'))
  await expect(addRule({ course_id: newId() })).rejects.toMatchObject({ status: 404 })
  const courses = await Promise.all(Array.from({ length: maxRules - 2 }, () => school.course()))
  await school.transact(({ tx, school_id }) =>
    tx
      .insertInto('certificate_rules')
      .values(
        courses.map(({ id: course_id }) => ({
          school_id,
          id: newId(),
          template_id: template.id,
          course_id,
          created_at: new Date(),
        })),
      )
      .execute(),
  )
  const last = await school.course()
  await expect(addRule({ course_id: last.id })).rejects.toMatchObject({ code: 'too_many_certificate_rules' })
  const { data } = await admin.api(contract.listCertificateRules, { id: template.id, limit: 100 })
  expect(data).toHaveLength(maxRules)
})
