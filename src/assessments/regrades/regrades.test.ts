import { expect, test } from 'vitest'
import { listNotifications } from '#notifications/contract.ts'
import { updateQuestion } from '#questions/contract.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { runAttemptJobs, startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import * as contract from '../contract.ts'
import { regradedPoints, staysUnder, type RegradePolicy } from '../grading/regraded-points.ts'

const { right_choice, incorrect_choice, right_number, essay } = testAnswers
const other_choice = { type: 'single_choice', selected: 'optbbb' } as const

/** An exam of a choice and a number, whose choice had the wrong key: the third option is right now. */
async function createExam(settings: object = {}) {
  const built = await createTestAssessment({ types: ['single_choice', 'number'], settings })
  const { admin, bank_id, id, school, questions } = built
  const [choice] = questions
  const submit = async (person: TestUser, answers: QuestionAnswer[]) => {
    const tab = await startTestAttempt(person, id)
    await tab.save(answers.map((answer, slot) => ({ slot, seq: slot + 1, answer })))
    await tab.submit()
    return tab.id
  }
  const correctKey = (fractions: Record<string, number>) =>
    admin.api(updateQuestion, {
      bank_id,
      id: choice!.id,
      key: { ...choice!.key, fractions } as never,
    })
  const preview = async (policy: RegradePolicy, question_id = choice!.id) => {
    const created = await admin.api(contract.createRegrade, { id, question_id, policy })
    await runAttemptJobs(school)
    return admin.api(contract.getRegrade, { id: created.id })
  }
  const apply = async (regrade_id: string) => {
    await admin.api(contract.applyRegrade, { id: regrade_id })
    await runAttemptJobs(school)
    return admin.api(contract.getRegrade, { id: regrade_id })
  }
  const rows = async (regrade_id: string, query: object = {}) =>
    (await admin.api(contract.listRegradeRows, { id: regrade_id, ...query })).data
  const scoreOf = async (person: TestUser, attempt_id: string) =>
    (await person.api(contract.getAttempt, { id: attempt_id })).result
  return { ...built, choice: choice!, submit, correctKey, preview, apply, rows, scoreOf }
}

test('a corrected key changes marks only after its preview is applied, as the preview says', async () => {
  const { student, submit, correctKey, preview, apply, rows, scoreOf, admin, id, choice } = await createExam()
  const [rising, falling, same] = [await student(), await student(), await student()]
  const third = await submit(rising, [incorrect_choice, right_number])
  const first = await submit(falling, [right_choice, right_number])
  const neither = await submit(same, [other_choice, right_number])
  await correctKey({ optccc: 1, optbbb: 0.25 })
  expect((await admin.api(contract.listGradedQuestions, { id })).data).toContainEqual(
    expect.objectContaining({ question_id: choice.id, answer_count: 3, outdated_count: 3 }),
  )
  const regrade = await preview('new_key')
  expect(regrade).toMatchObject({
    state: 'ready',
    question_name: choice.name,
    rising_count: 1,
    falling_count: 1,
    unchanged_count: 1,
  })
  expect(await scoreOf(falling, first)).toMatchObject({ points: 4 })
  expect(await rows(regrade.id, { change: 'falls' })).toMatchObject([
    {
      user_name: falling.name,
      points_before: 2,
      points_after: 0,
      score_before: 100,
      score_after: 50,
      outcome: 'open',
    },
  ])
  expect(await rows(regrade.id, { change: 'rises' })).toMatchObject([{ user_name: rising.name }])
  expect(await apply(regrade.id)).toMatchObject({ state: 'applied', applied_count: 3, skipped_count: 0 })
  expect(await scoreOf(rising, third)).toMatchObject({ points: 4, score: 100 })
  expect(await scoreOf(falling, first)).toMatchObject({ points: 2, score: 50 })
  expect(await scoreOf(same, neither)).toMatchObject({ points: 2.5 })
  expect((await admin.api(contract.listGradedQuestions, { id })).data).toContainEqual(
    expect.objectContaining({ question_id: choice.id, outdated_count: 0 }),
  )
  // The students whose result changed are notified once, also when it is applied again.
  await apply(regrade.id)
  const news = async (person: TestUser) =>
    (await person.api(listNotifications, {})).data.filter(({ kind }) => kind === 'result_changed')
  expect(await news(falling)).toHaveLength(1)
  expect(await news(same)).toHaveLength(0)
  expect(await scoreOf(falling, first)).toMatchObject({ points: 2 })
  expect((await admin.api(contract.listRegrades, { id })).data).toMatchObject([{ id: regrade.id }])
})

test('a mark that a person gave after the preview stays, and so does an earlier override', async () => {
  const { student, submit, correctKey, preview, apply, scoreOf, admin } = await createExam()
  const [early, late, plain] = [await student(), await student(), await student()]
  const [early_id, late_id, plain_id] = [
    await submit(early, [incorrect_choice]),
    await submit(late, [incorrect_choice]),
    await submit(plain, [incorrect_choice]),
  ]
  const override = (attempt_id: string, points: number) =>
    admin.api(contract.markAnswers, { id: attempt_id, marks: [{ slot: 0, expected_step: 1, points }] })
  await override(early_id, 0.5)
  await correctKey({ optccc: 1 })
  const regrade = await preview('new_key')
  expect(regrade).toMatchObject({ rising_count: 2, manual_count: 1 })
  await override(late_id, 1)
  expect(await apply(regrade.id)).toMatchObject({ applied_count: 1, skipped_count: 1 })
  expect(await scoreOf(early, early_id)).toMatchObject({ points: 0.5 })
  expect(await scoreOf(late, late_id)).toMatchObject({ points: 1 })
  expect(await scoreOf(plain, plain_id)).toMatchObject({ points: 2 })
})

test.each<[RegradePolicy, { first: number; third: number; max: number }]>([
  ['either_key', { first: 4, third: 4, max: 4 }],
  ['never_lower', { first: 4, third: 4, max: 4 }],
  ['full_marks', { first: 4, third: 4, max: 4 }],
  ['drop', { first: 2, third: 2, max: 2 }],
])('%s: earlier and later attempts follow it', async (policy, { first, third, max }) => {
  const { student, submit, correctKey, preview, apply, scoreOf } = await createExam()
  const [one, other] = [await student(), await student()]
  const of_first = await submit(one, [right_choice, right_number])
  const of_third = await submit(other, [incorrect_choice, right_number])
  await correctKey({ optccc: 1 })
  const regrade = await preview(policy)
  // Submitted between preview and application: graded by the new key, then by the policy.
  const between = await student()
  const of_between = await submit(between, [right_choice, right_number])
  await apply(regrade.id)
  expect(await scoreOf(one, of_first)).toMatchObject({ points: first, max_points: max })
  expect(await scoreOf(other, of_third)).toMatchObject({ points: third, max_points: max })
  const later = await student()
  const of_later = await submit(later, [right_choice, right_number])
  const expected = policy === 'never_lower' ? 2 : first
  expect(await scoreOf(between, of_between)).toMatchObject({ points: expected, max_points: max })
  expect(await scoreOf(later, of_later)).toMatchObject({
    points: expected,
    max_points: max,
    score: (100 * expected) / max,
  })
})

test('a question that does not count says so, and full marks cover answers that waited for a person', async () => {
  const { student, admin, school, id, questions } = await createTestAssessment({ types: ['essay', 'number'] })
  const person = await student()
  const tab = await startTestAttempt(person, id)
  await tab.save([{ slot: 0, seq: 1, answer: essay }])
  await tab.submit()
  const regrade = async (policy: RegradePolicy) => {
    const created = await admin.api(contract.createRegrade, { id, question_id: questions[0]!.id, policy })
    await runAttemptJobs(school)
    await admin.api(contract.applyRegrade, { id: created.id })
    await runAttemptJobs(school)
    return person.api(contract.getAttempt, { id: tab.id })
  }
  expect((await regrade('full_marks')).result).toMatchObject({ points: 2, max_points: 4 })
  const dropped = await regrade('drop')
  expect(dropped.result).toMatchObject({ points: 0, max_points: 2, score: 0 })
  expect(dropped.slots[0]!.mark).toMatchObject({ is_dropped: true })
})

test('previews are replaced, discarded, and refused to others', async () => {
  const { student, submit, preview, apply, admin, school, id, choice, questions } = await createExam()
  await submit(await student(), [right_choice])
  const old = await preview('new_key')
  const regrade = await preview('full_marks')
  expect(await admin.api(contract.getRegrade, { id: old.id })).toMatchObject({ state: 'discarded' })
  await expect(admin.api(contract.applyRegrade, { id: old.id })).rejects.toMatchObject({
    code: 'regrade_not_ready',
  })
  await admin.api(contract.discardRegrade, { id: regrade.id })
  expect((await admin.api(contract.listRegrades, { id })).data).toEqual([])
  const last = await preview('drop', questions[1]!.id)
  await admin.api(contract.applyRegrade, { id: last.id })
  const body = { id, question_id: questions[1]!.id, policy: 'drop' as const }
  await expect(admin.api(contract.createRegrade, body)).rejects.toMatchObject({ code: 'regrade_running' })
  await expect(admin.api(contract.discardRegrade, { id: last.id })).rejects.toMatchObject({
    code: 'regrade_running',
  })
  await apply(last.id)
  const unasked = { ...body, question_id: crypto.randomUUID() }
  await expect(admin.api(contract.createRegrade, unasked)).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'question_id' }],
  })
  const teacher = await school.teacher()
  const outsider = await (await createTestSchool()).admin()
  for (const [person, reason] of [
    [teacher, { code: 'not_your_course' }],
    [outsider, { status: 404 }],
  ] as const)
    for (const call of await Promise.allSettled([
      person.api(contract.createRegrade, { ...body, question_id: choice.id }),
      person.api(contract.listRegrades, { id }),
      person.api(contract.listGradedQuestions, { id }),
      person.api(contract.getRegrade, { id: last.id }),
      person.api(contract.listRegradeRows, { id: last.id }),
      person.api(contract.applyRegrade, { id: last.id }),
      person.api(contract.discardRegrade, { id: last.id }),
    ]))
      expect(call).toMatchObject({ status: 'rejected', reason })
})

test('assessments of the school are regraded by admins and the teacher who created them', async () => {
  const { school, id, admin, questions } = await createTestAssessment({ of: 'school' })
  const teacher = await school.teacher()
  const question_id = questions[0]!.id
  const person = await school.student()
  const tab = await startTestAttempt(person, id)
  await tab.submit()
  const created = await admin.api(contract.createRegrade, { id, question_id, policy: 'new_key' })
  for (const call of await Promise.allSettled([
    teacher.api(contract.createRegrade, { id, question_id, policy: 'drop' }),
    teacher.api(contract.listRegrades, { id }),
    teacher.api(contract.listGradedQuestions, { id }),
    teacher.api(contract.getRegrade, { id: created.id }),
    teacher.api(contract.listRegradeRows, { id: created.id }),
    teacher.api(contract.applyRegrade, { id: created.id }),
    teacher.api(contract.discardRegrade, { id: created.id }),
  ]))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_your_assessment' } })
})

test('points under each policy, and the marks of people that stay', () => {
  const answer = { max_points: 4, before: 3, by_new_key: 1, by_earlier_key: 2 }
  expect(regradedPoints({ ...answer, policy: 'new_key' })).toBe(1)
  expect(regradedPoints({ ...answer, policy: 'either_key' })).toBe(2)
  expect(regradedPoints({ ...answer, policy: 'never_lower' })).toBe(3)
  expect(regradedPoints({ ...answer, policy: 'full_marks' })).toBe(4)
  expect(regradedPoints({ ...answer, policy: 'drop' })).toBe(0)
  expect(
    regradedPoints({ ...answer, policy: 'either_key', by_new_key: null, by_earlier_key: null }),
  ).toBeNull()
  expect(staysUnder('drop', 'override')).toBe(true)
  expect(staysUnder('drop', 'person')).toBe(false)
  expect(staysUnder('new_key', 'person')).toBe(true)
  expect(staysUnder('new_key', 'regrade')).toBe(false)
})
