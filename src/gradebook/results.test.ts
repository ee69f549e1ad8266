import { expect, test } from 'vitest'
import { releaseResults } from '#assessments/contract.ts'
import { newId } from '#platform/security/tokens.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { runAttemptJobs, startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { runQueuedJobs } from '#testing/builders/queue.ts'
import type { TestUser } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { jobs } from './jobs.ts'

type Settings = NonNullable<Parameters<typeof createTestAssessment>[0]>['settings']

/** A gradebook whose only item, of 50 points, gets the results of a quiz with two questions. */
async function aQuizInGradebook(settings: Settings = {}) {
  const quiz = await createTestAssessment({ settings })
  const { school, admin } = quiz
  const course_id = quiz.course!.id
  const person = await quiz.student()
  const category_id = newId()
  const item = {
    id: newId(),
    name: 'Quiz',
    category_id,
    max_points: 50,
    weight: 1,
    is_extra_credit: false,
    due_at: null,
    assessment_id: quiz.id as string | null,
  }
  const setup = {
    course_id,
    version: 0,
    is_released: true,
    scale: [],
    categories: [{ id: category_id, name: 'All', weight: 1, method: 'points' as const, drop_lowest: 0 }],
    items: [item],
  }
  const take = async (answers: readonly object[]) => {
    const tab = await startTestAttempt(person, quiz.id)
    await tab.save(answers.map((answer, slot) => ({ slot, seq: slot + 1, answer })) as never)
    await tab.submit()
    await runAttemptJobs(school)
  }
  const grade = async (of: TestUser = admin) =>
    (await of.api(contract.listGrades, { course_id })).data.find(
      ({ student_id }) => student_id === person.id,
    )!.grades[0]
  const save = (given: object, reason?: string) =>
    admin.api(contract.saveGrades, {
      course_id,
      ...(reason && { reason }),
      grades: [{ student_id: person.id, item_id: item.id, points: null, ...given }],
    })
  return { ...quiz, course_id, person, item, setup, take, grade, save }
}

const right = [testAnswers.right_choice, testAnswers.right_number]
const half = [testAnswers.incorrect_choice, testAnswers.right_number]

test('the best result of an assessment becomes the grade of its item', async () => {
  const { admin, school, person, course_id, setup, take, grade } = await aQuizInGradebook({
    score_from: 'best',
  })
  await admin.api(contract.saveGradebook, setup)
  await take(half)
  expect(await grade()).toMatchObject({ points: 25, is_override: false, is_late: false, result_percent: 50 })
  await take(right)
  await take(half)
  expect(await grade()).toMatchObject({ points: 50, version: 2 })
  const { changes } = await admin.api(contract.getGradeHistory, { course_id, student_id: person.id })
  expect(changes.map(({ points, is_result, changed_by }) => [points, is_result, changed_by])).toEqual([
    [50, true, null],
    [25, true, null],
  ])
  const mine = await person.api(contract.getMyGrades, { course_id })
  expect(mine).toMatchObject({ total_percent: 100, grades: [{ points: 50 }] })
  await runAttemptJobs(school)
  expect(await grade()).toMatchObject({ version: 2 })
})

test('a result after the due time is late, and has its deduction', async () => {
  const due_at = new Date(Date.now() - 3_600_000).toISOString()
  const { admin, setup, take, grade } = await aQuizInGradebook({ due_at, late_percent_per_day: 10 })
  await admin.api(contract.saveGradebook, setup)
  await take(right)
  expect(await grade()).toMatchObject({ points: 45, is_late: true })
})

test('results from before the item existed are taken over, and follow its maximum', async () => {
  const { admin, school, setup, item, take, grade } = await aQuizInGradebook()
  await take(half)
  const book = await admin.api(contract.saveGradebook, setup)
  await runQueuedJobs(school, jobs[0]!)
  expect(await grade()).toMatchObject({ points: 25 })
  await admin.api(contract.saveGradebook, { ...book, items: [{ ...item, max_points: 20 }] })
  await runQueuedJobs(school, jobs[0]!)
  expect(await grade()).toMatchObject({ points: 10, version: 2 })
})

test('a person overrides a result with a reason, and takes it back', async () => {
  const { admin, setup, take, grade, save } = await aQuizInGradebook()
  await admin.api(contract.saveGradebook, setup)
  await take(half)
  await expect(save({ points: 40 })).rejects.toMatchObject({ status: 422, errors: [{ path: 'reason' }] })
  await save({ points: 40 }, 'Power cut')
  await take(right)
  expect(await grade()).toMatchObject({ points: 40, is_override: true, result_percent: 100 })
  await save({ is_override: false })
  expect(await grade()).toMatchObject({ points: 50, is_override: false })
})

test('a student does not see a grade before the result is released', async () => {
  const { admin, id, person, course_id, setup, take, grade } = await aQuizInGradebook({
    release: { when: 'by_staff', at: null, show: 'score' },
  })
  await admin.api(contract.saveGradebook, setup)
  await take(right)
  expect(await grade()).toMatchObject({ points: 50 })
  const mine = () => person.api(contract.getMyGrades, { course_id })
  expect(await mine()).toMatchObject({ grades: [], total_percent: null })
  await admin.api(releaseResults, { id })
  expect(await mine()).toMatchObject({ grades: [{ points: 50 }], total_percent: 100 })
})

test('refuses an assessment of another course, and one for two items', async () => {
  const { admin, setup, item } = await aQuizInGradebook()
  const other = await createTestAssessment()
  const save = (items: object[]) => admin.api(contract.saveGradebook, { ...setup, items } as never)
  await expect(save([{ ...item, assessment_id: other.id }])).rejects.toMatchObject({
    errors: [{ path: 'items.0.assessment_id', code: 'not_a_choice' }],
  })
  await expect(save([item, { ...item, id: newId() }])).rejects.toMatchObject({
    errors: [{ path: 'items.1.assessment_id', code: 'duplicate' }],
  })
})
