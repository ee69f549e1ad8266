import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createBakeryCourse,
  askQuestionAs,
  resetEndpoint,
  useEndpoint,
} from '#testing/builders/assistant-builder.ts'
import {
  startChatServer,
  chatEnd,
  chatChunk,
  chatReplyOf,
  type ChatReply,
} from '#testing/fakes/chat-server.ts'
import { getTestApp, type TestUser } from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { registerPauseCheck } from '../index.ts'

let model: Awaited<ReturnType<typeof startChatServer>>

beforeAll(async () => {
  model = await startChatServer()
})
afterAll(() => model.close())
beforeEach(() => useEndpoint(model.url))
afterEach(async () => {
  model.requests.length = 0
  await resetEndpoint()
})

const next = (person: TestUser, course_id: string, more: object = {}) =>
  person.api(contract.recommendTopics, { course_id, ...more })

const contents = [
  { title: 'Dough', body: '<p>Knead.</p>' },
  { title: 'Starter', body: '<p>Feed.</p>' },
  { title: 'Secret recipe', body: '<p>Salt.</p>', is_locked: true },
  { title: 'Baking', body: '<p>Hot.</p>' },
]

test('lets the endpoint order and describe open topics, and sends nothing else', async () => {
  const { school, student, course, contents: made } = await createBakeryCourse({ contents })
  model.reply(chatReplyOf('[3] Baking comes ', 'easy now.\n[1] \u202eKnead <b>first</b>.\n'))
  const answer = await next(student, course.id)
  expect(answer).toMatchObject({
    by: 'endpoint',
    failure: null,
    data: [
      { content_id: made[3]!.id, title: 'Baking', reason: 'open', words: 'Baking comes easy now.' },
      { content_id: made[0]!.id, title: 'Dough', reason: 'next', words: 'Knead <b>first</b>.' },
    ],
  })
  const heard = JSON.stringify(model.requests[0]!.body)
  for (const secret of ['Secret recipe', student.name, student.email, student.id, course.id, made[0]!.id])
    expect(heard).not.toContain(secret)
  const admin = await school.admin()
  await expect(admin.api(contract.getAssistantSettings, {})).resolves.toMatchObject({
    used_today: { questions: 0, tokens: 321 },
  })
})

test('calls it once for the same facts, and again for others, in the reader’s language', async () => {
  const { student, course, contents: made } = await createBakeryCourse({ contents })
  model.reply(chatReplyOf('[1] Begin here.'))
  const first = await next(student, course.id)
  expect(await next(student, course.id)).toEqual(first)
  expect(model.requests).toHaveLength(1)
  await next(student, course.id, { topic: made[0]!.id })
  expect(model.requests).toHaveLength(2)
  await student.request({
    method: 'GET',
    url: `/api/assistant/v1/courses/${course.id}/recommendation`,
    headers: { 'accept-language': 'fr' },
  })
  expect(JSON.parse(model.requests[2]!.body.messages[1]!.content)).toMatchObject({ language: 'fr' })
})

test('calls no endpoint for a quick answer', async () => {
  const { student, course } = await createBakeryCourse({ contents })
  await expect(next(student, course.id, { skip_endpoint: true })).resolves.toMatchObject({
    by: 'rules',
    failure: null,
    data: [{ title: 'Dough', reason: 'next', words: null }],
  })
  expect(model.requests).toEqual([])
})

const failing: [string, string, ChatReply][] = [
  ['names what is not on the list', 'invalid_response', chatReplyOf('[1] Good.\n[9] The secret recipe.')],
  ['names nothing of the list', 'invalid_response', chatReplyOf('[0] Good.')],
  ['names one twice', 'invalid_response', chatReplyOf('[1] Good.\n[1] Better.')],
  ['names more than it may', 'invalid_response', chatReplyOf('[1] a\n[2] b\n[3] c\n[1] d')],
  ['chats', 'invalid_response', chatReplyOf('Of course! Here you are:\n[1] Good.')],
  ['says nothing', 'invalid_response', chatReplyOf('')],
  ['breaks', 'refused', (response) => void response.writeHead(500).end('oops')],
  ['hangs up', 'unreachable', (response) => void response.destroy()],
  [
    'ends in the middle',
    'truncated',
    (response) =>
      void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chatChunk('[1] Go')),
  ],
]

test.each(failing)('recommends by rules with an endpoint that %s', async (_what, failure, reply) => {
  const { student, course } = await createBakeryCourse({ contents })
  model.reply(reply)
  await expect(next(student, course.id)).resolves.toMatchObject({
    by: 'rules',
    failure,
    data: [{ title: 'Dough', reason: 'next', words: null }],
  })
})

test('limits the time of a silent endpoint', async () => {
  const { student, course } = await createBakeryCourse({ contents })
  await useEndpoint(model.url, { timeoutSeconds: 1 })
  model.reply(() => {})
  await expect(next(student, course.id)).resolves.toMatchObject({ by: 'rules', failure: 'timeout' })
})

test('limits tokens and releases unused ones', async () => {
  const { school, student, course } = await createBakeryCourse({ contents })
  const { assistant } = (await getTestApp()).services.config
  const before = assistant.studentTokens
  assistant.studentTokens = 1_500
  try {
    model.reply((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${chatChunk('[1] Go on.')}${chatEnd.replace('321', '700')}`)
    })
    await expect(next(student, course.id)).resolves.toMatchObject({ by: 'endpoint' })
    const { id: topic } = (await next(student, course.id)).data.map(({ content_id: id }) => ({ id }))[0]!
    await expect(next(student, course.id, { topic })).resolves.toMatchObject({
      by: 'rules',
      failure: 'budget_exhausted',
    })
    const used = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('assistant_usage').where('school_id', '=', school_id).select('tokens').execute(),
    )
    expect(used.map(({ tokens }) => tokens)).toEqual([700, 700])
  } finally {
    assistant.studentTokens = before
  }
})

test('is not called if the school, the teacher, an examination or the student excludes it', async () => {
  const { school, student, teacher, course } = await createBakeryCourse({ contents })
  const admin = await school.admin()
  const course_id = course.id
  model.reply(chatReplyOf('[1] Go on.'))
  const byRules = () =>
    expect(next(student, course_id)).resolves.toMatchObject({ by: 'rules', failure: null, data: [{}] })
  await admin.api(contract.updateAssistantSettings, { uses_endpoint: false })
  await byRules()
  await admin.api(contract.updateAssistantSettings, { uses_endpoint: true, is_on: false })
  await byRules()
  await admin.api(contract.updateAssistantSettings, { is_on: true })
  await teacher.api(contract.updateCourseAssistant, { course_id, is_on: false })
  await byRules()
  await teacher.api(contract.updateCourseAssistant, { course_id, is_on: true })
  let isExamined = true
  registerPauseCheck((ctx) => Promise.resolve(isExamined && ctx.actor.id === student.id))
  await byRules()
  isExamined = false
  await student.api(contract.updateAssistantPreferences, { uses_endpoint: false })
  await byRules()
  expect(model.requests).toEqual([])
  await student.api(contract.updateAssistantPreferences, { uses_endpoint: true })
  await expect(next(student, course_id)).resolves.toMatchObject({ by: 'endpoint' })
})

test('lets a student switch the assistant off everywhere: no answers and no recommendations', async () => {
  const { student, course } = await createBakeryCourse({ contents })
  const other = await createBakeryCourse({ contents })
  await expect(student.api(contract.getAssistantPreferences, {})).resolves.toEqual({
    is_on: true,
    uses_endpoint: true,
    has_endpoint: true,
  })
  model.reply(chatReplyOf('[1] Go on.'))
  await expect(next(student, course.id)).resolves.toMatchObject({ by: 'endpoint' })
  await student.api(contract.updateAssistantPreferences, { is_on: false })
  await expect(next(student, course.id)).resolves.toEqual({ data: [], by: 'rules', failure: null })
  await expect(askQuestionAs(student, course.id, 'How is it kneaded?')).rejects.toMatchObject({
    code: 'assistant_opted_out',
  })
  await expect(student.api(contract.getAssistant, { course_id: course.id })).resolves.toMatchObject({
    is_on: true,
    is_opted_out: true,
  })
  await expect(next(other.student, other.course.id)).resolves.toMatchObject({ by: 'endpoint' })
  await student.api(contract.updateAssistantPreferences, { is_on: true })
  await expect(next(student, course.id, { skip_endpoint: true })).resolves.toMatchObject({
    data: [{ title: 'Dough' }],
  })
})
