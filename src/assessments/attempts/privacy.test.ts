import { expect, test } from 'vitest'
import { requestDataExport } from '#data-privacy/contract.ts'
import {
  changeHtml,
  emptyAnswer,
  questionTypes,
  QuestionKey,
  type QuestionType,
} from '#lib/questions/index.ts'
import { registeredJobs } from '#registered-jobs.ts'
import type { Job } from '#tenancy/jobs/define-job.ts'
import { createTestBank } from '#testing/builders/questions/question-builder.ts'
import { createTestAssessment } from '#testing/builders/questions/assessment-builder.ts'
import {
  openTestAttempt,
  startTestAttempt,
  testAnswers,
} from '#testing/builders/questions/attempt-builder.ts'
import { sampleQuestion } from '#testing/builders/questions/question-samples.ts'
import { runJob } from '#testing/builders/queue.ts'
import type { TestClient } from '#testing/builders/school-builder.ts'
import { unzip } from '#testing/formats/unzip.ts'
import * as contract from '../contract.ts'
import { isAnswerable } from '../policy.ts'

const jobOf = <P>(name: string) => registeredJobs.find((job) => job.name === name)! as Job<P>

const canary = 'canaryofthekey'

/** A question whose key contains the canary wherever a text can be. */
function withCanaries(type: QuestionType, image_id: string) {
  const { body, key } = sampleQuestion(type, image_id)
  const texts = changeHtml(QuestionKey, key, () => `<p>${canary}</p>`)
  return { body, key: putCanaries(texts) as typeof key }
}

/** Accepted texts and expected results of programs are plain texts. */
function putCanaries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(putCanaries)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'accepted' && Array.isArray(inner))
        return [name, inner.map((each) => ('text' in each ? { ...each, text: canary } : each))]
      if (name === 'expected') return [name, `"${canary}"`]
      return [name, putCanaries(inner)]
    }),
  )
}

/** The person's client, which records the text of every reply. */
function recording<C extends TestClient>(person: C, replies: string[]): C {
  const request: C['request'] = async (raw) => {
    const reply = await person.request(raw)
    replies.push(reply.text)
    return reply
  }
  return { ...person, request }
}

test('no key of any question reaches a student before results are released', async () => {
  const { school, admin, add, image_id, bank_id } = await createTestBank()
  const items = []
  const types = questionTypes.filter(isAnswerable)
  for (const type of types) {
    const { id: question_id } = await add(type, withCanaries(type, image_id))
    items.push({ question_id, draw: null, points: 1 })
  }
  const { id } = await admin.api(contract.createAssessment, {
    kind: 'exam',
    name: 'All types',
    settings: { release: { when: 'by_staff', at: null, show: 'answers' } },
    sections: [{ name: '', instructions: '', items }],
  })
  expect(bank_id).toBeTruthy()
  await admin.api(contract.publishAssessment, { id })
  const replies: string[] = []
  const student = await school.student()
  const { request } = recording(student, replies)
  const url = (path: string) => `/api/assessments/v2/${path}`
  const get = (path: string) => request({ method: 'GET', url: url(path) })
  const post = (path: string, body: object) => request({ method: 'POST', url: url(path), body })
  const { json: attempt } = await post(`assessment/${id}/attempts`, {})
  expect(attempt.slots).toHaveLength(types.length)
  await post(`attempts/${attempt.id}/hold`, {})
  const saves = attempt.slots.map(({ slot, body }: { slot: number; body: { type: QuestionType } }) => ({
    slot,
    seq: slot + 1,
    answer: body.type === 'essay' ? testAnswers.essay : emptyAnswer(body),
    given_at: new Date().toISOString(),
  }))
  const saved = await request({
    method: 'PUT',
    url: url(`attempts/${attempt.id}/answers`),
    body: { holder: 1, saves },
  })
  expect(saved.json.settled).toHaveLength(types.length)
  const read = async () => {
    for (const path of [
      `assessment/${id}/overview`,
      `attempts/${attempt.id}`,
      `attempts/${attempt.id}/status`,
      'homepage_assessments',
    ])
      expect((await get(path)).status, path).toBe(200)
  }
  await read()
  await post(`attempts/${attempt.id}/submit`, { holder: 1 })
  await read()
  await student.api(requestDataExport, {})
  const { id: export_id } = await student.api(requestDataExport, {})
  await runJob(school, jobOf('writeDataExport'), { export_id })
  const { url: archive } = await student.api(requestDataExport, {})
  const { rawPayload } = await school.app.http.inject({
    method: 'GET',
    url: archive!,
    headers: { host: school.host },
  })
  const entries = await unzip(rawPayload)
  const exported = Buffer.concat([...entries.values()]).toString()
  expect(exported).toContain('A market day.')
  expect([...replies, exported].filter((text) => text.includes(canary))).toEqual([])
  expect(replies.length).toBeGreaterThan(10)
})

test('right answers and feedback are shown once they are released', async () => {
  const { school, admin, add, image_id } = await createTestBank()
  const { id: question_id } = await add('short_text', withCanaries('short_text', image_id))
  const { id } = await admin.api(contract.createAssessment, {
    kind: 'quiz',
    name: 'One text',
    sections: [{ name: '', instructions: '', items: [{ question_id, draw: null, points: 1 }] }],
  })
  await admin.api(contract.publishAssessment, { id })
  const person = await school.student()
  const tab = await startTestAttempt(person, id)
  await tab.submit()
  const { slots } = await person.api(contract.getAttempt, { id: tab.id })
  expect(slots[0]!.mark).toMatchObject({
    points: 0,
    feedback: [`<p>${canary}</p>`, `<p>${canary}</p>`],
    right_answer: { text: canary },
  })
})

test('erasing a person deletes attempts with answers, their log and marks', async () => {
  const { id, school, student } = await createTestAssessment()
  const person = await student()
  const tab = await startTestAttempt(person, id)
  await tab.save([{ slot: 0, seq: 1, answer: testAnswers.right_choice }])
  await tab.submit()
  const other = await startTestAttempt(await student(), id)
  await (await openTestAttempt(person, { id: tab.id })).submit()
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('users')
      .set({ erase_at: new Date(Date.now() - 1_000) })
      .where('school_id', '=', school_id)
      .where('id', '=', person.id)
      .execute(),
  )
  await runJob(school, jobOf('erasePerson'), { user_id: person.id })
  const counts = await school.transact(async ({ tx, school_id }) => {
    const count = async (table: 'attempt_answers' | 'answer_log' | 'mark_steps' | 'attempt_papers') => {
      const rows = await tx
        .selectFrom(table)
        .where('school_id', '=', school_id)
        .where('attempt_id', '=', tab.id)
        .select('attempt_id')
        .execute()
      return rows.length
    }
    const attempts = await tx.selectFrom('attempts').where('school_id', '=', school_id).select('id').execute()
    const rest = []
    for (const table of ['attempt_answers', 'answer_log', 'mark_steps', 'attempt_papers'] as const)
      rest.push(await count(table))
    return { attempts, rest }
  })
  expect(counts).toEqual({ attempts: [{ id: other.id }], rest: [0, 0, 0, 0] })
})
