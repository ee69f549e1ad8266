import { expect, test } from 'vitest'
import { SandboxFailed } from '#platform/code-sandbox/run-code-tests.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import { runAttemptJobs, startTestAttempt } from '#testing/builders/questions/attempt-builder.ts'
import type { CtxWithoutTx } from '#tenancy/context/request-context.ts'
import * as contract from '../contract.ts'
import { gradeAttempts } from '../grading/grade-attempts.ts'
import { gradePrograms } from './grade-programs.ts'

const code = (text: string) => ({ type: 'code' as const, code: text })

/** A submitted program; the tests are `double(4)` and `double(-1)`, which counts twice. */
async function submitProgram(text: string) {
  const built = await createTestAssessment({ types: ['code'] })
  const person = await built.student()
  const tab = await startTestAttempt(person, built.id)
  await tab.save([{ slot: 0, seq: 1, answer: code(text) }])
  const submitted = await tab.submit()
  const { school } = built
  const requestContext = await school.transact(async (ctx) => ctx)
  const ctx: CtxWithoutTx = { ...requestContext, transact: (work) => school.transact(work) }
  return {
    ...built,
    tab,
    submitted,
    ctx,
    result: async () => (await person.api(contract.getAttempt, { id: tab.id })).result,
    marks: async () => (await built.admin.api(contract.listAnswersToMark, { id: built.id })).data,
  }
}

test('a program earns the weight of the tests that it passes, after the submission', async () => {
  const { submitted, school, result, marks, tab } = await submitProgram(
    'function double(n) {\n  return n > 0 ? n * 2 : 0\n}',
  )
  expect(submitted.state).toBe('submitted')
  await runAttemptJobs(school)
  expect(await result()).toMatchObject({ points: 0.67 })
  expect(await marks()).toMatchObject([{ source: 'auto', step: 2, points: 0.6667 }])
  // Grading and running it again changes nothing.
  await school.transact((ctx) => gradeAttempts(ctx, [tab.id]))
  await runAttemptJobs(school)
  expect(await marks()).toMatchObject([{ step: 2, points: 0.6667 }])
})

test('a program that never ends earns nothing, and no program leaves its limits', async () => {
  const { school, result } = await submitProgram('function double() { while (true) {} }')
  await runAttemptJobs(school)
  expect(await result()).toMatchObject({ points: 0 })
})

test('a program waits for a person if the sandbox fails', async () => {
  const { ctx, tab, admin, marks, result } = await submitProgram('const double = (n) => n * 2')
  await gradePrograms(ctx, { attempt_id: tab.id }, () => Promise.reject(new SandboxFailed('No memory.')))
  expect(await marks()).toMatchObject([{ step: 1, points: null }])
  await admin.api(contract.markAnswers, { id: tab.id, marks: [{ slot: 0, expected_step: 1, points: 2 }] })
  expect(await result()).toMatchObject({ points: 2 })
})

test('a mark that a person gives meanwhile stays', async () => {
  const { ctx, tab, admin, marks } = await submitProgram('const double = (n) => n * 2')
  await gradePrograms(ctx, { attempt_id: tab.id }, async (_code, _name, tests) => {
    await admin.api(contract.markAnswers, { id: tab.id, marks: [{ slot: 0, expected_step: 1, points: 0.5 }] })
    return tests.map(() => ({ outcome: 'passed' }))
  })
  expect(await marks()).toMatchObject([{ source: 'person', step: 2, points: 0.5 }])
})
