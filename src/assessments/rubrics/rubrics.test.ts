import { expect, test } from 'vitest'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { startTestAttempt, testAnswers } from '#testing/builders/questions/attempt-builder.ts'
import { createTestSchool, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'

const criteria = [
  {
    id: 'senses',
    name: 'Senses',
    levels: [
      { id: 'senses1', points: 1, description: 'Three senses' },
      { id: 'senses0', points: 0, description: 'No senses' },
    ],
  },
  {
    id: 'spelling',
    name: 'Spelling',
    levels: [
      { id: 'spelling1', points: 0.5, description: 'Few mistakes' },
      { id: 'spelling0', points: 0, description: 'Many mistakes' },
    ],
  },
]
const best = [
  { criterion_id: 'senses', level_id: 'senses1' },
  { criterion_id: 'spelling', level_id: 'spelling1' },
]

interface GivenMark {
  points?: number
  choices?: readonly { criterion_id: string; level_id: string }[]
  reason?: string
}

/** Essays of students, and the rubric of their question. */
async function createEssays(count: number) {
  const built = await createTestAssessment({ types: ['essay'], settings: {} })
  const attempts: { person: TestUser; id: string }[] = []
  for (let number = 0; number < count; number++) {
    const person = await built.student()
    const tab = await startTestAttempt(person, built.id)
    await tab.save([{ slot: 0, seq: 1, answer: testAnswers.essay }])
    await tab.submit()
    attempts.push({ person, id: tab.id })
  }
  const { admin, id } = built
  const question_id = built.questions[0]!.id
  const set = (changed: object = {}, person: TestUser = admin) =>
    person.api(contract.setRubric, { id, question_id, version: 0, criteria, ...changed })
  const mark = (attempt: number, { points = 1.5, ...rubric }: GivenMark = {}) =>
    admin.api(contract.markAnswers, {
      id: attempts[attempt]!.id,
      marks: [
        {
          slot: 0,
          expected_step: 1,
          points,
          rubric: { version: 1, reason: '', ...rubric, choices: [...(rubric.choices ?? best)] },
        },
      ],
    })
  return { ...built, attempts, question_id, set, mark }
}

test('marks follow from the levels of a rubric, and students read them', async () => {
  const { admin, id, question_id, attempts, set, mark } = await createEssays(1)
  expect(await admin.api(contract.getRubric, { id, question_id })).toMatchObject({ version: 0, criteria: [] })
  expect(await set()).toMatchObject({ version: 1, criteria, changed_count: 0, updated_by_name: admin.name })
  for (const [changed, path] of [
    [{ points: 1 }, 'marks.0.rubric.reason'],
    [{ choices: [{ criterion_id: 'senses', level_id: 'spelling1' }] }, 'marks.0.rubric.choices'],
    [{ choices: [...best, best[0]!] }, 'marks.0.rubric.choices'],
  ] as const)
    await expect(mark(0, changed)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path }] })
  await mark(0)
  expect((await admin.api(contract.listAnswersToMark, { id })).data).toMatchObject([
    { points: 1.5, source: 'person', rubric: { choices: best, reason: '' } },
  ])
  const { person, id: attempt_id } = attempts[0]!
  expect((await person.api(contract.getAttempt, { id: attempt_id })).slots[0]!.mark).toMatchObject({
    points: 1.5,
    rubric: [
      { criterion: 'Senses', level: 'Three senses', points: 1, max_points: 1 },
      { criterion: 'Spelling', level: 'Few mistakes', points: 0.5, max_points: 0.5 },
    ],
  })
  const undo = { id, marks: [{ attempt_id, slot: 0, expected_step: 2 }] }
  await admin.api(contract.undoMarks, undo)
  expect((await admin.api(contract.listAnswersToMark, { id })).data).toMatchObject([
    { points: null, rubric: null },
  ])
})

test('changed points say how many marks change, and change them but not those with a reason', async () => {
  const { admin, id, set, mark } = await createEssays(3)
  await set()
  await mark(0)
  await mark(1, { points: 2, reason: 'Excellent style.' })
  const [senses, spelling] = criteria
  const [first, ...others] = senses!.levels
  const changed = [{ ...senses!, levels: [{ ...first!, points: 0.25 }, ...others] }, spelling!]
  const pointsNow = async () =>
    (await admin.api(contract.listAnswersToMark, { id })).data.map(({ points, step }) => [points, step])
  const before = await pointsNow()
  expect(await set({ version: 1, criteria: changed, is_preview: true })).toMatchObject({ changed_count: 1 })
  expect(await pointsNow()).toEqual(before)
  expect(await set({ version: 1, criteria: changed })).toMatchObject({ version: 2, changed_count: 1 })
  expect(await pointsNow()).toEqual([
    [0.75, 3],
    [2, 2],
    [null, 1],
  ])
  // Both the rubric and the marks name the version that was read.
  const other = { code: 'rubric_conflict', body: { changed_by: admin.name } }
  await expect(set({ version: 1 })).rejects.toMatchObject(other)
  await expect(mark(2)).rejects.toMatchObject({ code: 'rubric_conflict' })
  const same = { slot: 0, expected_step: 1, points: 1.5 }
  await expect(
    admin.api(contract.markSameAnswers, {
      id: (await admin.api(contract.listAnswersToMark, { id, state: 'pending' })).data[0]!.attempt_id,
      ...same,
      rubric: { version: 1, choices: best, reason: '' },
    }),
  ).rejects.toMatchObject({ code: 'rubric_conflict' })
  const [level] = senses!.levels
  const doubled = [{ ...senses!, levels: [level!, level!] }]
  await expect(set({ version: 2, criteria: doubled })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('rubrics are copied with their assessment and listed for those who may edit it', async () => {
  const { admin, id, question_id, school, set } = await createEssays(0)
  await set()
  const copy = await admin.api(contract.copyAssessment, { id, name: 'Second term' })
  expect(await admin.api(contract.getRubric, { id: copy.id, question_id })).toMatchObject({ criteria })
  const listed = async (person: TestUser, q?: string) =>
    (await person.api(contract.listRubrics, { ...(q && { q }) })).data.map((row) => row.assessment_name)
  expect((await listed(admin)).toSorted()).toEqual(['Second term', 'Test of the week'])
  expect(await listed(admin, 'second')).toEqual(['Second term'])
  expect(await listed(admin, 'no such')).toEqual([])
  const teacher = await school.teacher()
  expect(await listed(teacher)).toEqual([])
  const outsider = await (await createTestSchool()).admin()
  for (const [person, reason] of [
    [teacher, { code: 'not_your_course' }],
    [outsider, { status: 404 }],
  ] as const)
    for (const call of await Promise.allSettled([
      person.api(contract.getRubric, { id, question_id }),
      set({}, person),
    ]))
      expect(call).toMatchObject({ status: 'rejected', reason })
  await admin.api(contract.updateAssessment, { id, course_id: null })
  for (const call of await Promise.allSettled([
    teacher.api(contract.getRubric, { id, question_id }),
    set({}, teacher),
  ]))
    expect(call).toMatchObject({ status: 'rejected', reason: { code: 'not_your_assessment' } })
})
