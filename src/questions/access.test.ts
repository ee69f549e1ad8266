import { describe, expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { createTestBank } from '#testing/builders/questions/question-builder.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { createTestSchool, getTestApp, type TestUser } from '#testing/builders/school-builder.ts'
import { otherFileUses } from '#courses/index.ts'
import { reactions } from '#reactions.ts'
import * as contract from './contract.ts'
import {
  findDrawQuestions,
  findUsableQuestions,
  loadQuestionBodies,
  loadQuestionKeys,
  versionKey,
} from './load-questions.ts'

test('no student and no other school reaches a question; a teacher only those of own courses', async () => {
  const { school, admin, bank_id, add } = await createTestBank()
  const course = await school.course()
  const { id } = await add('true_false')
  await admin.api(contract.updateQuestionBank, { bank_id, course_id: course.id })
  const question_ids = [id]
  const texts = sampleQuestion('true_false')
  const calls = (person: TestUser) => [
    person.api(contract.getQuestionBank, { bank_id }),
    person.api(contract.updateQuestionBank, { bank_id, name: 'x' }),
    person.api(contract.duplicateQuestionBank, { bank_id }),
    person.api(contract.deleteQuestionBank, { bank_id }),
    person.api(contract.listQuestions, { bank_id }),
    person.api(contract.listQuestionTags, { bank_id }),
    person.api(contract.createQuestion, { bank_id, ...texts }),
    person.api(contract.getQuestion, { bank_id, id }),
    person.api(contract.updateQuestion, { bank_id, id, name: 'x' }),
    person.api(contract.duplicateQuestion, { bank_id, id }),
    person.api(contract.deleteQuestion, { bank_id, id }),
    person.api(contract.updateQuestions, { bank_id, question_ids }),
    person.api(contract.copyQuestions, { bank_id, question_ids }),
    person.api(contract.deleteQuestions, { bank_id, question_ids }),
    person.api(contract.listQuestionVersions, { bank_id, id }),
    person.api(contract.getQuestionVersion, { bank_id, id, number: 1 }),
    person.api(contract.listQuestionUses, { bank_id, id }),
  ]
  for (const [person, reason] of [
    [await school.student(), { code: 'forbidden' }],
    [await school.teacher(), { code: 'not_your_course' }],
    [await (await createTestSchool()).admin(), { status: 404 }],
  ] as const)
    for (const answer of await Promise.allSettled(calls(person)))
      expect(answer).toMatchObject({ status: 'rejected', reason })
  expect(await admin.api(contract.getQuestion, { bank_id, id })).toMatchObject({ version: 1 })
})

test('a question is reached through its own bank only', async () => {
  const { admin, bank_id, add } = await createTestBank()
  const { id } = await add('true_false')
  const other = await admin.api(contract.createQuestionBank, { name: 'Other' })
  await expect(admin.api(contract.getQuestion, { bank_id: other.id, id })).rejects.toMatchObject({
    status: 404,
  })
  const unknown = { bank_id, id, number: 9 }
  await expect(admin.api(contract.getQuestionVersion, unknown)).rejects.toMatchObject({ status: 404 })
  const moved = { bank_id, question_ids: [id], target_bank_id: newId() }
  await expect(admin.api(contract.updateQuestions, moved)).rejects.toMatchObject({ status: 404 })
})

describe('for other domains', () => {
  test('loads bodies and keys of many versions, also of deleted questions', async () => {
    const { school, admin, bank_id, add } = await createTestBank()
    const one = await add('single_choice')
    const two = await add('short_text')
    await admin.api(contract.updateQuestion, {
      bank_id,
      id: one.id,
      key: { ...one.key, fractions: { optbbb: 1 } } as typeof one.key,
    })
    await admin.api(contract.deleteQuestions, { bank_id, question_ids: [one.id, two.id] })
    const versions = [
      { question_id: one.id, number: 1 },
      { question_id: two.id, number: 1 },
      { question_id: newId(), number: 1 },
    ]
    await school.transact(async (ctx) => {
      const bodies = await loadQuestionBodies(ctx, versions)
      expect(bodies).toEqual(
        new Map([
          [versionKey(versions[0]!), one.body],
          [versionKey(versions[1]!), two.body],
        ]),
      )
      const newest = await loadQuestionKeys(ctx, versions)
      expect(newest.size).toBe(2)
      expect(newest.get(versionKey(versions[0]!))).toMatchObject({
        revision: 2,
        key: { fractions: { optbbb: 1 } },
      })
      const first = await loadQuestionKeys(ctx, [{ ...versions[0]!, revision: 1 }])
      expect(first.get(versionKey(versions[0]!))).toEqual({ revision: 1, key: one.key })
      expect(await loadQuestionBodies(ctx, [])).toEqual(new Map())
    })
  })

  test('finds the questions of each draw', async () => {
    const { school, admin, bank_id, add } = await createTestBank()
    const a = await add('single_choice', { tags: ['a'], difficulty: 1 })
    const b = await add('essay', { tags: ['b'], difficulty: 2 })
    const c = await add('number', { tags: ['a', 'b'] })
    await add('information')
    const deleted = await add('essay', { tags: ['a'] })
    await admin.api(contract.deleteQuestion, { bank_id, id: deleted.id })
    const draw = { bank_id, types: [], tags: [], difficulties: [] }
    const pools = await school.transact((ctx) =>
      findDrawQuestions(ctx, [
        draw,
        { ...draw, tags: ['a'] },
        { ...draw, types: ['essay'], tags: ['a', 'b'] },
        { ...draw, difficulties: [1, 2] },
        { ...draw, bank_id: newId() },
      ]),
    )
    const ids = pools.map((pool) => pool.map(({ question_id }) => question_id))
    const sorted = (...questions: { id: string }[]) => questions.map(({ id }) => id).toSorted()
    expect(ids).toEqual([sorted(a, b, c), sorted(a, c), sorted(b), sorted(a, b), []])
    expect(pools[2]).toEqual([{ question_id: b.id, number: 1, type: 'essay' }])
  })

  test('finds the questions that the actor may put into an assessment', async () => {
    const { school, admin, teacher, bank_id, add } = await createTestBank()
    const course = await school.course()
    const { id } = await add('essay')
    const usable = (actor: TestUser, role: 'admin' | 'teacher') =>
      school.transact(async (ctx) => {
        const found = await findUsableQuestions({ ...ctx, actor: { ...ctx.actor, id: actor.id, role } }, [
          id,
          newId(),
        ])
        return found.map((question) => question.id)
      })
    expect(await usable(teacher, 'teacher')).toEqual([id])
    await admin.api(contract.updateQuestionBank, { bank_id, course_id: course.id })
    expect(await usable(teacher, 'teacher')).toEqual([])
    expect(await usable(admin, 'admin')).toEqual([id])
  })

  test('keeps the files of every version', async () => {
    const { school, image_id, add } = await createTestBank()
    await getTestApp()
    const isUsed = () => school.transact((ctx) => reactions.slot(otherFileUses)(ctx, image_id))
    expect(await isUsed()).toBe(false)
    await add('labelling')
    expect(await isUsed()).toBe(true)
  })
})
