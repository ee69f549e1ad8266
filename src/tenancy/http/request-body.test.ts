import { beforeAll, expect, test } from 'vitest'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import { newToken } from '#platform/security/tokens.ts'
import {
  createTestSchool,
  type TestClient,
  type TestUser,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { exceedsBounds, maxJsonDepth, maxJsonMembers } from '#platform/http/json-body.ts'
import { createBodyBudget } from '#platform/http/body-budget.ts'

const contents = '/api/courses/v2/contents'
const lessons = '/api/courses/v2/lessons'
let school: TestSchool
let teacher: TestUser

beforeAll(async () => {
  school = await createTestSchool()
  teacher = await school.teacher()
})

async function post(caller: TestClient, url: string, body: string, headers: Record<string, string> = {}) {
  const answer = await caller.request({ method: 'POST', url, body, headers })
  return [answer.status, answer.json.code]
}

test('reads at most 64 KiB unless the route declares more', async () => {
  const long = JSON.stringify({ title: 'x'.repeat(defaultBodyLimitBytes) })
  expect(await post(teacher, lessons, long)).toEqual([413, 'payload_too_large'])
  expect(await post(teacher, contents, long)).toEqual([422, 'invalid_input'])
  expect(await post(teacher, contents, JSON.stringify({ title: 'x'.repeat(700_000) }))).toEqual([
    413,
    'payload_too_large',
  ])
})

test('reads no body of a visitor if the route needs a session', async () => {
  for (const body of ['{"broken', '['.repeat(60_000)])
    expect(await post(school.visitor(), lessons, body)).toEqual([401, 'unauthenticated'])
})

test('reads a long body only after the caller is identified and authorised', async () => {
  const long = `{"broken${'x'.repeat(defaultBodyLimitBytes)}`
  const invented = { 'x-access-token': newToken() }
  expect(await post(school.visitor(), contents, long, invented)).toEqual([401, 'unauthenticated'])
  expect(await post(await school.student(), contents, long)).toEqual([403, 'forbidden'])
  expect(await post(teacher, contents, long)).toEqual([400, 'malformed_body'])
})

test('stores nothing of invalid bodies, with an invented or a valid token', async () => {
  const invalid = (bytes: number) =>
    JSON.stringify({ content_ids: Array.from({ length: bytes / 2 }, () => 1) })
  const before = process.memoryUsage().heapUsed
  const invented = { 'x-access-token': newToken() }
  for (let n = 0; n < 20; n++) {
    const url = `${contents}/reorder`
    const put = (caller: TestClient, body: string, headers = {}) =>
      caller.request({ method: 'PUT', url, body, headers })
    expect((await put(school.visitor(), invalid(2_000_000), invented)).status).toBe(413)
    expect((await put(school.visitor(), invalid(60_000), invented)).status).toBe(422)
    const answer = await put(teacher, invalid(90_000))
    expect([answer.status, answer.json.errors.length]).toEqual([422, 2])
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024)
})

test('refuses deeply nested JSON before it is parsed', async () => {
  const nested = (depth: number) => `{"title":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  expect(await post(teacher, lessons, nested(maxJsonDepth))).toEqual([422, 'invalid_input'])
  expect(await post(teacher, lessons, nested(maxJsonDepth + 1))).toEqual([400, 'malformed_body'])
  expect(await post(teacher, lessons, '{"a":'.repeat(10_000))).toEqual([400, 'malformed_body'])
  expect(exceedsBounds(JSON.stringify({ text: '[[[["\\{{{' }), { maxDepth: 1, maxMembers: 1 })).toBe(false)
})

test('refuses JSON objects with too many names before they are parsed', async () => {
  const fields = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1])))
  expect(await post(teacher, lessons, fields(maxJsonMembers))).toEqual([422, 'invalid_input'])
  expect(await post(teacher, lessons, fields(maxJsonMembers + 1))).toEqual([400, 'malformed_body'])
  const bounds = { maxDepth: 4, maxMembers: 2 }
  expect(exceedsBounds('{"a":[1,2,3,{"b":1,"c":",,,"}],"d":{}}', bounds)).toBe(false)
  expect(exceedsBounds('{"a":[1,2,3,{"b":1,"c":1,"d":1}]}', bounds)).toBe(true)
  expect(exceedsBounds('{"a":{"b":1},"c":1,"d":1}', bounds)).toBe(true)
})

test('reserves memory for long bodies, in total and per address', () => {
  const budget = createBodyBudget(100, 50)
  const first = budget.reserve('192.0.2.1', 50)!
  expect(budget.reserve('192.0.2.1', 1)).toBeNull()
  expect(budget.reserve('192.0.2.2', 50)).not.toBeNull()
  expect(budget.reserve('192.0.2.3', 1)).toBeNull()
  first()
  first()
  expect(budget.reserve('192.0.2.1', 50)).not.toBeNull()
  expect(budget.reserve('192.0.2.3', 1)).toBeNull()
})
