import { expect, test } from 'vitest'
import { resultChanged } from '#assessments/index.ts'
import { publishAssessment, updateAssessment } from '#assessments/contract.ts'
import { createContent, getCourseContents, updateContent } from '#courses/contract.ts'
import { mayOpenContent } from '#courses/index.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { runAttemptJobs, startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import { createWebhook, listWebhookDeliveries } from '#webhooks/contract.ts'
import * as contract from '../contract.ts'

/** A published content with a quiz, a text that waits for it, and a student. */
async function aQuizBeforeText(completion_rule: 'submitted' | 'passed' | null = null) {
  const fixture = await createTestAssessment({ settings: { pass_percent: 60 } })
  const { admin, school, course, id, student } = fixture
  const course_id = course!.id
  const lesson = await school.lesson({ course_id })
  const parent = { course_id, lesson_id: lesson.id }
  const quiz = await school.content({ ...parent, type: 'assessment', title: 'Quiz', completion_rule })
  const text = await school.content({ ...parent, title: 'Next', position: 1 })
  await admin.api(updateAssessment, { id, content_id: quiz.id })
  await admin.api(publishAssessment, { id })
  const person = await student()
  const emit = (result: object) =>
    school.transact((ctx) =>
      ctx.emit(resultChanged, {
        course_id,
        assessment_id: id,
        content_id: quiz.id,
        student_id: person.id,
        score: 50,
        is_late: false,
        is_submitted: true,
        is_passed: false,
        ...result,
      }),
    )
  const save = (content_id: string, more: object = {}) =>
    person.api(contract.saveProgress, { content_id, ...more })
  const read = (of: TestUser = person, from = course_id) => of.api(getCourseContents, { id: from })
  return { ...fixture, course_id, quiz, text, person, emit, save, read }
}

type Fixture = Awaited<ReturnType<typeof aQuizBeforeText>>

const completedAt = async ({ read, quiz }: Fixture) =>
  (await read()).lessons[0]!.contents.find((content) => content.id === quiz.id)!.completed_at

test('submitting completes the content, and the last one the course', async () => {
  const fixture = await aQuizBeforeText()
  const { school, person, id, text, save, read, quiz } = fixture
  await save(text.id, { opened: true })
  await expect(save(quiz.id, { completed: true })).rejects.toMatchObject({ code: 'not_submitted' })
  await save(quiz.id, { opened: true })
  expect(await completedAt(fixture)).toBeNull()
  const tab = await startTestAttempt(person, id)
  await tab.save([{ slot: 0, seq: 1, answer: testAnswers.incorrect_choice }])
  await tab.submit()
  await runAttemptJobs(school)
  const contents = await read()
  expect(contents.progress).toEqual({ total: 2, completed: 2, percentage: 100 })
  expect(contents.enrolment!.completed_at).not.toBeNull()
  const { topic } = await person.api(getCourseContents, { id: fixture.course_id, topic: quiz.id })
  expect(topic).toMatchObject({ is_submitted: true, completion: { rule: 'submitted' } })
  // The result itself is released by the assessment, never by the outline.
  expect(JSON.stringify(topic)).not.toContain('score')
})

test('a rule that requires passing waits for the pass mark', async () => {
  const fixture = await aQuizBeforeText('passed')
  const { emit, save, quiz } = fixture
  await emit({})
  expect(await completedAt(fixture)).toBeNull()
  await expect(save(quiz.id, { completed: true })).rejects.toMatchObject({ code: 'not_passed' })
  await emit({ score: 60, is_passed: true })
  const first = await completedAt(fixture)
  expect(first).not.toBeNull()
  // Repetition changes nothing, and a regrade takes no completion back.
  await emit({ score: 60, is_passed: true })
  await emit({ score: 10 })
  expect(await completedAt(fixture)).toBe(first)
})

test('publishes a completion once, also for many results at the same moment', async () => {
  const fixture = await aQuizBeforeText()
  const { emit, admin, text, save, read } = fixture
  const { webhook } = await admin.api(createWebhook, {
    url: 'https://hooks.lyceum-test.com/results',
    event_types: ['content.completed', 'course.completed'],
  })
  await save(text.id, { opened: true })
  await Promise.all(Array.from({ length: 8 }, (_, at) => emit({ score: at })))
  expect((await read()).enrolment!.completed_at).not.toBeNull()
  const { data } = await admin.api(listWebhookDeliveries, { endpoint_id: webhook.id })
  const types = data.map((delivery) => delivery.event_type).toSorted()
  expect(types).toEqual(['content.completed', 'content.completed', 'course.completed'])
})

test('what the student or staff marked as not completed stays so', async () => {
  const fixture = await aQuizBeforeText()
  const { emit, save, quiz, admin, course_id, person } = fixture
  await emit({})
  await save(quiz.id, { completed: false })
  await emit({ score: 70 })
  await save(quiz.id)
  expect(await completedAt(fixture)).toBeNull()
  await save(quiz.id, { completed: true })
  expect(await completedAt(fixture)).not.toBeNull()

  const change = { course_id, student_ids: [person.id], content_ids: [quiz.id], completed: false }
  await admin.api(contract.changeProgress, change)
  await save(quiz.id)
  expect(await completedAt(fixture)).toBeNull()
  await expect(save(quiz.id, { completed: true })).rejects.toMatchObject({ code: 'not_submitted' })
})

test('a rule that was changed later counts for earlier results', async () => {
  const fixture = await aQuizBeforeText('passed')
  const { emit, save, quiz, admin } = fixture
  await emit({})
  await admin.api(updateContent, { id: quiz.id, completion_rule: 'submitted' })
  await save(quiz.id)
  expect(await completedAt(fixture)).not.toBeNull()
})

test('a lock waits for a score, wherever it is checked', async () => {
  const fixture = await aQuizBeforeText()
  const { emit, save, read, admin, school, text, quiz, person, course_id } = fixture
  const rule = { opens_after_content_id: quiz.id, opens_after_score: 70 }
  expect(await admin.api(updateContent, { id: text.id, ...rule })).toMatchObject({ opening: rule })
  const next = async () => (await read()).lessons[0]!.contents.find(({ id }) => id === text.id)!
  const mayDownload = () =>
    school.transact((ctx) =>
      mayOpenContent(
        { ...ctx, actor: { ...ctx.actor, id: person.id, role: 'student' } },
        {
          content_id: text.id,
          course_id,
        },
      ),
    )
  const expectLocked = async () => {
    expect(await next()).toMatchObject({
      lock_reason: 'after',
      lock: { opens_after: { id: quiz.id, title: 'Quiz', score: 70 } },
    })
    await expect(save(text.id)).rejects.toMatchObject({ code: 'prerequisite_not_completed' })
    expect(await mayDownload()).toBe(false)
  }
  await expectLocked()
  // Completing it is not enough, and neither is an answer that waits for a person.
  await emit({ score: 69.9 })
  await expectLocked()
  await emit({ score: null })
  await expectLocked()
  await emit({ score: (0.7 / 1) * 100 - 1e-12, is_passed: true })
  expect(await next()).toMatchObject({ lock_reason: null })
  expect(await mayDownload()).toBe(true)
  // A regrade locks it again, until the student has completed it.
  await emit({ score: 20 })
  await expectLocked()
  await emit({ score: 100 })
  await save(text.id, { opened: true })
  await emit({ score: 20 })
  expect(await next()).toMatchObject({ lock_reason: null })
})

test('only an assessment has a score to wait for', async () => {
  const { admin, text, quiz } = await aQuizBeforeText()
  const update = (change: object) => admin.api(updateContent, { id: text.id, ...change })
  const refused = { code: 'invalid_input', errors: [{ path: 'opens_after_score' }] }
  await expect(update({ opens_after_score: 50 })).rejects.toMatchObject(refused)
  const third = await admin.api(createContent, { lesson_id: text.lesson_id, type: 'text', title: 'Third' })
  await expect(update({ opens_after_content_id: third.id, opens_after_score: 50 })).rejects.toMatchObject(
    refused,
  )
  await expect(update({ completion_rule: 'submitted' })).rejects.toMatchObject({
    errors: [{ path: 'completion_rule' }],
  })
  await update({ opens_after_content_id: quiz.id, opens_after_score: 50 })
  expect(await update({ opens_after_score: 60 })).toMatchObject({ opening: { opens_after_score: 60 } })
  // Another prerequisite takes the score with it.
  expect(await update({ opens_after_content_id: third.id })).toMatchObject({
    opening: { opens_after_content_id: third.id, opens_after_score: null },
  })
})

test('a result through a mirror completes the mirror, and one of a deleted content nothing', async () => {
  const { school, course_id, text, admin, id, emit, read } = await aQuizBeforeText()
  const mirror = await school.course({ mirror_course_id: course_id })
  const reader = await school.student()
  await school.enrol(reader, mirror)
  await reader.api(contract.saveProgress, { content_id: text.id, course_id: mirror.id, opened: true })
  await emit({ course_id: mirror.id, student_id: reader.id })
  expect((await read(reader, mirror.id)).enrolment!.completed_at).not.toBeNull()
  await admin.api(updateAssessment, { id, content_id: null })
  await expect(emit({ content_id: id })).resolves.not.toThrow()
})
