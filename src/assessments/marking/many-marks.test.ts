import { expect, test } from 'vitest'
import type { QuestionAnswer } from '#lib/questions/index.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const shortText = (text: string): QuestionAnswer => ({ type: 'short_text', text })

/** An assessment with a short text and an essay, and attempts of students with these short texts. */
async function createMarking(texts: readonly string[], settings: object = {}) {
  const built = await createTestAssessment({ types: ['short_text', 'essay'], settings })
  const attempts = []
  for (const text of texts) {
    const person = await built.student()
    const tab = await startTestAttempt(person, built.id)
    await tab.save([
      { slot: 0, seq: 1, answer: shortText(text) },
      { slot: 1, seq: 2, answer: testAnswers.essay },
    ])
    await tab.submit()
    attempts.push({ person, id: tab.id })
  }
  const [text, essay] = built.questions
  const list = (query: object = {}, person: TestUser = built.admin) =>
    person.api(contract.listAnswersToMark, { id: built.id, ...query })
  return { ...built, attempts, list, text_id: text!.id, essay_id: essay!.id }
}

test('marks equal short answers as one, and undoes that', async () => {
  const { admin, id, list, text_id, attempts } = await createMarking([
    ' Chinua  A.',
    'Chinua A.',
    'Chinua A.',
    'chinua a.',
  ])
  const answers = (await list({ question_id: text_id })).data
  expect(answers.map(({ same_count }) => same_count)).toEqual([2, 2, 2, 0])
  const [first, second] = answers
  // A mark of a person is not changed.
  const own = { slot: 0, expected_step: 1, points: 1 }
  await admin.api(contract.markAnswers, { id: second!.attempt_id, marks: [own] })
  const { marks } = await admin.api(contract.markSameAnswers, {
    id: first!.attempt_id,
    slot: 0,
    expected_step: 1,
    points: 1.5,
    comment: 'Nearly.',
  })
  expect(marks.toSorted((one, other) => (one.attempt_id < other.attempt_id ? -1 : 1))).toEqual(
    [attempts[0]!.id, attempts[2]!.id]
      .toSorted()
      .map((attempt_id) => ({ attempt_id, slot: 0, step: 2, points: 1.5 })),
  )
  const points = async () => (await list({ question_id: text_id })).data.map((answer) => answer.points)
  expect(await points()).toEqual([1.5, 1, 1.5, 0])
  await expect(
    admin.api(contract.markSameAnswers, { id: first!.attempt_id, slot: 0, expected_step: 1, points: 2 }),
  ).rejects.toMatchObject({ code: 'mark_conflict' })

  const undone = await admin.api(contract.undoMarks, {
    id,
    marks: marks.map(({ step, ...mark }) => ({ attempt_id: mark.attempt_id, slot: 0, expected_step: step })),
  })
  expect(undone.marks.map((mark) => [mark.step, mark.points])).toEqual([
    [3, 0],
    [3, 0],
  ])
  expect(await points()).toEqual([0, 1, 0, 0])
  expect((await list({ question_id: text_id })).data[0]).toMatchObject({ source: 'auto', comment: '' })
})

test('undoing the mark of a pending answer makes it pending again, for the marker alone', async () => {
  const { admin, id, school, list, attempts } = await createMarking(['Chinua'])
  const attempt_id = attempts[0]!.id
  const marks = [{ attempt_id, slot: 1, expected_step: 2 }]
  await admin.api(contract.markAnswers, { id: attempt_id, marks: [{ slot: 1, expected_step: 1, points: 2 }] })
  const other = await school.admin()
  await expect(other.api(contract.undoMarks, { id, marks })).rejects.toMatchObject({
    status: 409,
    code: 'mark_conflict',
    body: { marks: [{ attempt_id, slot: 1, step: 2, points: 2, marked_by_name: admin.name }] },
  })
  await admin.api(contract.undoMarks, { id, marks })
  expect((await list({ state: 'pending' })).data).toMatchObject([
    { attempt_id, slot: 1, step: 3, points: null },
  ])
  expect((await admin.api(contract.listPendingAttempts, { assessment_id: id })).data).toMatchObject([
    { id: attempt_id, state: 'submitted', pending_count: 1 },
  ])
})

test('pages of answers go both ways from an answer', async () => {
  const { list, essay_id } = await createMarking(['a', 'b', 'c', 'd'])
  const all = (await list({ question_id: essay_id })).data.map(({ attempt_id }) => attempt_id)
  const from = { question_id: essay_id, from_attempt_id: all[2], from_slot: 1, limit: 1 }
  const next = await list(from)
  expect(next.data.map(({ attempt_id }) => attempt_id)).toEqual([all[2]])
  const last = await list({ ...from, cursor: next.next_cursor })
  expect(last).toMatchObject({ data: [{ attempt_id: all[3] }], next_cursor: null })
  const previous = await list({ ...from, direction: 'previous' })
  expect(previous.data.map(({ attempt_id }) => attempt_id)).toEqual([all[1]])
  const first = await list({ ...from, direction: 'previous', cursor: previous.next_cursor })
  expect(first).toMatchObject({ data: [{ attempt_id: all[0] }], next_cursor: null })
})

test('counts answers and marks by question', async () => {
  const { admin, id, attempts, text_id, essay_id } = await createMarking(['Chinua', 'x'])
  const mark = { slot: 1, expected_step: 1, points: 1 }
  await admin.api(contract.markAnswers, { id: attempts[0]!.id, marks: [mark] })
  const none = { pending_count: 0, markers: [] }
  expect(await admin.api(contract.getMarkingOverview, { id })).toMatchObject({
    name: 'Test of the week',
    is_anonymous: false,
    answer_count: 4,
    pending_count: 1,
    questions: [
      {
        question_id: essay_id,
        type: 'essay',
        answer_count: 2,
        pending_count: 1,
        markers: [{ name: admin.name, count: 1 }],
      },
      { question_id: text_id, type: 'short_text', answer_count: 2, ...none },
    ],
  })
})

test('an essay reaches markers and its student without scripts', async () => {
  const { list, attempts, id, student } = await createMarking([])
  const person = await student()
  const tab = await startTestAttempt(person, id)
  const text = '<p>A <b>day</b></p><img src=x onerror=alert(1)><script>alert(2)</script>'
  await tab.save([{ slot: 1, seq: 1, answer: { type: 'essay', text } }])
  await tab.submit()
  expect(attempts).toEqual([])
  const [answer] = (await list({ state: 'pending' })).data
  expect(answer!.answer).toMatchObject({ type: 'essay', text: expect.stringContaining('day') })
  const own = await person.api(contract.getAttempt, { id: tab.id })
  for (const seen of [answer!.answer, own.slots[1]!.answer])
    expect(JSON.stringify(seen)).not.toMatch(/onerror|script|<img/)
})

test('anonymous marking sends no name and no student to the marking pages', async () => {
  const { admin, id, attempts, list } = await createMarking(['Chinua', 'x'], { anonymous_marking: true })
  const mark = { slot: 1, expected_step: 1, points: 1 }
  const replies: unknown[] = [await admin.api(contract.listAssessmentAttempts, { id })]
  replies.push(await admin.api(contract.listAssessmentAttempts, { id, q: attempts[0]!.person.name }))
  replies.push(await admin.api(contract.markAnswers, { id: attempts[0]!.id, marks: [mark] }))
  // A draft that shows names changes nothing for attempts that began before.
  await admin.api(contract.updateAssessment, { id, settings: { anonymous_marking: false } })
  replies.push(await list(), await admin.api(contract.getMarkingOverview, { id }))
  replies.push(await admin.api(contract.getAssessmentResults, { id }))
  for (const { person } of attempts)
    for (const secret of [person.name, person.id, person.email])
      expect(JSON.stringify(replies)).not.toContain(secret)
  expect((await list()).data).toHaveLength(4)
  expect((replies[1] as { data: unknown[] }).data).toEqual([])
})

test('other people cannot count, mark or undo', async () => {
  const { id, school, admin, attempts } = await createMarking(['Chinua'])
  const attempt_id = attempts[0]!.id
  const same = { id: attempt_id, slot: 0, expected_step: 1, points: 1 }
  const undo = { id, marks: [{ attempt_id, slot: 0, expected_step: 1 }] }
  const callsOf = (person: TestUser) =>
    Promise.allSettled([
      person.api(contract.getMarkingOverview, { id }),
      person.api(contract.listAssessmentAttempts, { id }),
      person.api(contract.getAssessmentResults, { id }),
      person.api(contract.markSameAnswers, same),
      person.api(contract.undoMarks, undo),
    ])
  const teacher = await school.teacher()
  const outsider = await (await createTestSchool()).admin()
  for (const call of await callsOf(teacher))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_your_course' } })
  for (const call of await callsOf(outsider))
    expect(call).toMatchObject({ status: 'rejected', reason: { status: 404 } })
  for (const [changed, path] of [
    [{ points: 3 }, 'points'],
    [{ slot: 2 }, 'slot'],
  ] as const)
    await expect(admin.api(contract.markSameAnswers, { ...same, ...changed })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path }],
    })
  await admin.api(contract.updateAssessment, { id, course_id: null })
  for (const call of await callsOf(teacher))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_your_assessment' } })
})

test('equal answers of an attempt that is not graded are refused', async () => {
  const { admin, id, student } = await createMarking([])
  const running = await startTestAttempt(await student(), id)
  await expect(
    admin.api(contract.markSameAnswers, { id: running.id, slot: 0, expected_step: 1, points: 1 }),
  ).rejects.toMatchObject({ code: 'attempt_not_graded' })
})
