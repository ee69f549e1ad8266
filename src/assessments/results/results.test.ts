import { expect, test } from 'vitest'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { startTestAttempt, testAnswers, type TestSave } from '#testing/builders/questions/attempt-builder.ts'
import { resetClock, setClock, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const { right_choice, half_choice, incorrect_choice, essay } = testAnswers

async function submitAnswers(person: TestUser, id: string, answers: readonly TestSave['answer'][]) {
  const tab = await startTestAttempt(person, id)
  await tab.save(answers.map((answer, slot) => ({ slot, seq: slot + 1, answer })))
  await tab.submit()
  return tab
}

test('lists every attempt of an assessment by name and state', async () => {
  const { admin, id, student } = await createTestAssessment({ types: ['single_choice', 'essay'] })
  const [ada, bola, chidi] = [await student(), await student(), await student()]
  const waiting = await submitAnswers(ada, id, [right_choice, essay])
  const marked = await submitAnswers(bola, id, [half_choice, essay])
  const marks = [{ slot: 1, expected_step: 1, points: 2 }]
  await admin.api(contract.markAnswers, { id: marked.id, marks })
  const running = await startTestAttempt(chidi, id)
  const idsOf = async (query: object) =>
    (await admin.api(contract.listAssessmentAttempts, { id, ...query })).data.map((row) => row.id).toSorted()
  expect(await idsOf({})).toEqual([waiting.id, marked.id, running.id].toSorted())
  expect(await idsOf({ state: 'submitted' })).toEqual([waiting.id])
  expect(await idsOf({ state: 'marked' })).toEqual([marked.id])
  expect(await idsOf({ state: 'running' })).toEqual([running.id])
  expect(await idsOf({ state: 'late' })).toEqual([])
  expect(await idsOf({ q: bola.name })).toEqual([marked.id])
  const first = await admin.api(contract.listAssessmentAttempts, { id, limit: 2 })
  const second = await admin.api(contract.listAssessmentAttempts, { id, cursor: first.next_cursor! })
  expect([...first.data, ...second.data]).toHaveLength(3)
})

test('tells which attempts were submitted after the due date', async () => {
  const due = new Date(Date.now() + 3_600_000)
  const { admin, id, student } = await createTestAssessment({ settings: { due_at: due.toISOString() } })
  await submitAnswers(await student(), id, [right_choice])
  setClock(new Date(due.getTime() + 60_000))
  const late = await submitAnswers(await student(), id, [right_choice])
  const { data } = await admin.api(contract.listAssessmentAttempts, { id })
  expect(data.map((row) => [row.id === late.id, row.is_late])).toEqual([
    [true, true],
    [false, false],
  ])
  expect((await admin.api(contract.listAssessmentAttempts, { id, state: 'late' })).data).toMatchObject([
    { id: late.id },
  ])
  resetClock()
})

test('figures count the score of each student that counts', async () => {
  const { admin, id, student, change } = await createTestAssessment({
    types: ['single_choice'],
    settings: { pass_percent: 60, release: { when: 'by_staff', at: null, show: 'score' } },
  })
  const figures = () => admin.api(contract.getAssessmentResults, { id })
  expect(await figures()).toMatchObject({
    submitted_count: 0,
    student_count: 0,
    average_score: null,
    passed_percent: null,
  })
  const ada = await student()
  await submitAnswers(ada, id, [right_choice])
  await submitAnswers(ada, id, [incorrect_choice])
  await submitAnswers(await student(), id, [half_choice])
  await startTestAttempt(await student(), id)
  expect(await figures()).toMatchObject({
    running_count: 1,
    submitted_count: 3,
    student_count: 2,
    pending_count: 0,
    unreleased_count: 3,
    average_score: 62.5,
    passed_percent: 50,
    release: { when: 'by_staff' },
  })
  await change({ score_from: 'last' })
  expect(await figures()).toMatchObject({ average_score: 12.5, passed_percent: 0 })
  await change({ score_from: 'average' })
  expect(await figures()).toMatchObject({ average_score: 37.5, passed_percent: 0 })
  await admin.api(contract.releaseResults, { id })
  expect(await figures()).toMatchObject({ unreleased_count: 0 })
})
