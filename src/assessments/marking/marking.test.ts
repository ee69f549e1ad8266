import { expect, test } from 'vitest'
import { updateAssessment } from '../contract.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { runAttemptJobs, startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { createTestSchool, resetClock, setClock } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const { essay, right_choice } = testAnswers

/** An essay of a student that waits for a mark, after a right choice. */
async function createEssay(settings: object = {}) {
  const built = await createTestAssessment({ types: ['single_choice', 'essay'], settings })
  const person = await built.student()
  const tab = await startTestAttempt(person, built.id)
  await tab.save([
    { slot: 0, seq: 1, answer: right_choice },
    { slot: 1, seq: 2, answer: essay },
  ])
  await tab.submit()
  const list = (query: object = {}) => built.admin.api(contract.listAnswersToMark, { id: built.id, ...query })
  return { ...built, person, tab, list }
}

test('answers are marked by a person, and the total follows', async () => {
  const { list, admin, tab, person, questions } = await createEssay()
  const [pending] = (await list({ state: 'pending' })).data
  expect(pending).toMatchObject({
    attempt_id: tab.id,
    slot: 1,
    user_name: person.name,
    answer: essay,
    guidance: '<p>Look for three senses.</p>',
    step: 1,
    points: null,
    max_points: 2,
  })
  const mark = { slot: 1, expected_step: 1, points: 1.5, comment: ' Well observed. ' }
  const marked = await admin.api(contract.markAnswers, { id: tab.id, marks: [mark] })
  expect(marked).toMatchObject({
    state: 'marked',
    pending_count: 0,
    points: 3.5,
    score: 87.5,
    marks: [{ slot: 1, step: 2, points: 1.5 }],
  })
  expect((await person.api(contract.getAttempt, { id: tab.id })).slots[1]!.mark).toMatchObject({
    points: 1.5,
    comment: 'Well observed.',
  })
  expect((await list({ state: 'pending' })).data).toEqual([])
  expect((await list({ question_id: questions[1]!.id })).data).toMatchObject([
    { source: 'person', points: 1.5, marked_by_name: admin.name },
  ])
  // An automatic mark is overridden.
  await admin.api(contract.markAnswers, { id: tab.id, marks: [{ slot: 0, expected_step: 1, points: 1 }] })
  expect((await list({ attempt_id: tab.id, state: 'marked' })).data).toMatchObject([
    { slot: 0, source: 'override', points: 1 },
    { slot: 1 },
  ])
  expect((await person.api(contract.getAttempt, { id: tab.id })).result).toMatchObject({ points: 2.5 })
})

test('the second of two markers is refused with the present mark, and no mark is lost', async () => {
  const { admin, tab, school, list } = await createEssay()
  const other = await school.admin()
  const markWith = (points: number) => [{ slot: 1, expected_step: 1, points }]
  const replies = await Promise.allSettled([
    admin.api(contract.markAnswers, { id: tab.id, marks: markWith(1) }),
    other.api(contract.markAnswers, { id: tab.id, marks: markWith(2) }),
  ])
  const refused = replies.filter(({ status }) => status === 'rejected')
  expect(refused).toMatchObject([{ reason: { status: 409, code: 'mark_conflict' } }])
  const [{ reason }] = refused as [PromiseRejectedResult]
  const [present] = (await list({ question_id: undefined, state: 'marked', attempt_id: tab.id })).data.slice(
    1,
  )
  expect(reason.body.marks).toMatchObject([
    { slot: 1, step: 2, points: present!.points, marked_by_name: present!.marked_by_name },
  ])
})

test('refuses impossible marks, running attempts and other people', async () => {
  const { admin, id, tab, student, school } = await createEssay()
  const mark = { slot: 1, expected_step: 1, points: 1 }
  for (const [changed, path] of [
    [{ points: 3 }, 'marks.0.points'],
    [{ slot: 2 }, 'marks.0.slot'],
  ] as const)
    await expect(
      admin.api(contract.markAnswers, { id: tab.id, marks: [{ ...mark, ...changed }] }),
    ).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path }] })
  const running = await startTestAttempt(await student(), id)
  await expect(admin.api(contract.markAnswers, { id: running.id, marks: [mark] })).rejects.toMatchObject({
    code: 'attempt_not_graded',
  })
  const teacher = await school.teacher()
  const outsider = await (await createTestSchool()).admin()
  for (const [person, reason] of [
    [teacher, { code: 'not_your_course' }],
    [outsider, { status: 404 }],
  ] as const)
    for (const call of await Promise.allSettled([
      person.api(contract.listAnswersToMark, { id }),
      person.api(contract.markAnswers, { id: tab.id, marks: [mark] }),
    ]))
      expect(call).toMatchObject({ status: 'rejected', reason })
  await admin.api(updateAssessment, { id, course_id: null })
  for (const call of await Promise.allSettled([
    teacher.api(contract.listAnswersToMark, { id }),
    teacher.api(contract.markAnswers, { id: tab.id, marks: [mark] }),
  ]))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_your_assessment' } })
})

test('hides names while answers are marked anonymously', async () => {
  const { list, admin, id, tab, person } = await createEssay({ anonymous_marking: true })
  const nameless = { user_id: null, user_name: null }
  expect((await list()).data).toMatchObject([nameless, nameless])
  const pending = () => admin.api(contract.listPendingAttempts, { assessment_id: id })
  expect((await pending()).data).toMatchObject([nameless])
  await admin.api(contract.markAnswers, { id: tab.id, marks: [{ slot: 1, expected_step: 1, points: 1 }] })
  // The list of answers stays without names; the list of attempts shows those of marked ones.
  expect((await list()).data).toMatchObject([nameless, nameless])
  expect((await admin.api(contract.listResults, { assessment_id: id })).data[0]!.user_id).toBe(person.id)
})

test('an answer that arrives late after its mark is marked again', async () => {
  const { id, admin, school, student } = await createTestAssessment({
    types: ['essay'],
    settings: { time_limit_minutes: 10, late_sync_hours: 1 },
  })
  const person = await student()
  const tab = await startTestAttempt(person, id)
  const deadline = new Date(tab.attempt.deadline_at!).getTime()
  await tab.save([{ slot: 0, seq: 1, answer: essay }])
  setClock(new Date(deadline + 20_000))
  await runAttemptJobs(school)
  await admin.api(contract.markAnswers, { id: tab.id, marks: [{ slot: 0, expected_step: 1, points: 2 }] })
  setClock(new Date(deadline + 60_000))
  const given_at = new Date(deadline - 1_000)
  await tab.save([{ slot: 0, seq: 2, answer: { type: 'essay', text: '<p>Another day.</p>' }, given_at }])
  await runAttemptJobs(school)
  expect((await admin.api(contract.listAnswersToMark, { id, state: 'pending' })).data).toMatchObject([
    { step: 3, source: 'late_sync', points: null, is_late: true },
  ])
  resetClock()
})
