import { Type } from 'typebox'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import {
  createTestSchool,
  rootDomain,
  getTestApp,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { hasClientHeaders, webClientHeaders } from '#testing/harness/web-client.ts'
import { defineEndpoint, defineEndpointWithoutTx, registerEndpoints } from './endpoints.ts'
import { Refusal } from '#platform/contract/refusal.ts'
import { declareRefusals } from '#platform/contract/refusal-codes.ts'
import { Id, Instant, PageOf, Nullable, PagingParams } from '#platform/contract/schemas.ts'
import { defineRoute } from '../contract/define-route.ts'
import { paginateByKeyset } from '#platform/http/keyset-paging.ts'
import { createServer } from '../server.ts'
import { newId } from '#platform/security/tokens.ts'

declareRefusals({ probe_refused: [409, 'The probe says no.'] })

const probes = {
  keep: defineRoute({
    name: 'keepVisit',
    method: 'POST',
    path: '/probe/visits',
    access: 'public',
    summary: 'Writes a row.',
    body: Type.Object({
      url: Type.String({ maxLength: 20 }),
      fail: Type.Optional(Type.String()),
      wait: Type.Optional(Type.Number()),
    }),
    reply: [201, Type.Object({ id: Id, url: Type.String(), at: Instant, none: Nullable(Instant) })],
    refusals: ['probe_refused'],
    idempotent: true,
  }),
  list: defineRoute({
    name: 'listVisits',
    method: 'GET',
    path: '/probe/visits',
    access: 'public',
    summary: 'Lists rows.',
    query: Type.Object(PagingParams),
    reply: [200, PageOf(Type.Object({ id: Id, url: Type.String() }))],
  }),
  limited: defineRoute({
    name: 'limited',
    method: 'POST',
    path: '/probe/limited',
    access: 'public',
    summary: 'Three tries a minute.',
    limits: [{ by: 'address', max: 3, seconds: 60 }],
    reply: [200, Type.Object({})],
  }),
  hook: defineRoute({
    name: 'hook',
    method: 'POST',
    path: '/probe/hook',
    access: 'public',
    summary: 'Called by programs that send no headers of ours.',
    apiClient: 'optional',
    reply: [200, Type.Object({})],
  }),
  own: defineRoute({
    name: 'ownTransactions',
    method: 'POST',
    path: '/probe/own',
    access: 'staff',
    summary: 'Opens its own transactions.',
    transaction: 'own',
    reply: [200, Type.Object({ role: Type.String(), schools: Type.Integer() })],
  }),
}

const endpoints = [
  defineEndpoint(probes.keep, async ({ tx, school_id, now }, { url, fail, wait }) => {
    const id = newId()
    await tx.insertInto('visits').values({ school_id, id, url, created_at: now }).execute()
    if (wait) await sql`select pg_sleep(${wait})`.execute(tx)
    if (fail === 'refuse') throw new Refusal('probe_refused')
    if (fail === 'crash') throw new Error('a secret of the database')
    return { id, url, at: now, none: null, secret: 'never sent' }
  }),
  defineEndpoint(probes.list, async ({ tx, school_id }, { limit, cursor }) =>
    paginateByKeyset(
      tx.selectFrom('visits').where('school_id', '=', school_id).select(['id', 'url', 'created_at']),
      {
        by: ['created_at', 'id'],
        direction: 'desc',
        limit,
        cursor,
        key: (row) => [row.created_at, row.id],
      },
    ),
  ),
  defineEndpoint(probes.limited, async () => ({})),
  defineEndpoint(probes.hook, async () => ({})),
  defineEndpointWithoutTx(probes.own, async (own) => {
    const schools = await own.transact((ctx) =>
      ctx.tx.selectFrom('schools').where('school_id', '=', ctx.school_id).selectAll().execute(),
    )
    return { role: own.actor.role, schools: schools.length }
  }),
]

let school: TestSchool
let server: ReturnType<typeof createServer>

beforeAll(async () => {
  const { services } = await getTestApp()
  const { config, hosts, databases } = services
  server = createServer({ config, databases, hosts, logger: pino({ level: 'silent' }) })
  await server.register(async (api) => registerEndpoints(api, services, endpoints), { prefix: '/api' })
  school = await createTestSchool()
  return () => server.close()
})

interface Sent {
  host?: string
  path?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: unknown
  withoutClient?: boolean
}

async function send({
  host = school.host,
  path = '/api/probe/visits',
  method = 'POST',
  headers = {},
  body,
  withoutClient = false,
}: Sent) {
  const payload = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await server.inject({
    method,
    url: path,
    headers: {
      host,
      ...(!withoutClient && !hasClientHeaders(headers) && webClientHeaders),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  const json = answer.headers['content-type']?.toString().includes('json') ? answer.json() : undefined
  return { status: answer.statusCode, json, headers: answer.headers, text: answer.body }
}

test('returns declared fields only, with times as RFC 3339 in UTC', async () => {
  const { status, json, headers } = await send({ body: { url: '/a' } })
  expect(status).toBe(201)
  expect(Object.keys(json)).toEqual(['id', 'url', 'at', 'none'])
  expect(json.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(json.none).toBeNull()
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('answers unknown hosts with a plain 404, and ignores a trailing slash', async () => {
  const visitor = await send({ host: 'somebody.else', body: { url: '/a' } })
  expect([visitor.status, visitor.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(visitor.text).not.toContain(school.school_url)
  expect((await send({ path: '/api/probe/visits/', body: { url: '/a' } })).status).toBe(201)
})

test('serves the API host without the prefix, for the school in x-school-id', async () => {
  const host = `api.${rootDomain}`
  const ours = await send({
    host,
    path: '/probe/visits',
    headers: { 'x-school-id': school.school_id },
    body: { url: '/api' },
  })
  expect(ours.status).toBe(201)
  for (const id of [newId(), 'x', '']) {
    const none = await send({
      host,
      path: '/probe/visits',
      headers: { 'x-school-id': id },
      body: { url: '/a' },
    })
    expect(none.status).toBe(404)
  }
  // On a school's own host the header is ignored.
  const other = await createTestSchool()
  await send({ host: other.host, headers: { 'x-school-id': school.school_id }, body: { url: '/b' } })
  const list = await send({ host: other.host, method: 'GET' })
  expect(list.json.data.map((row: { url: string }) => row.url)).toEqual(['/b'])
})

test('answers another school’s school_id in the body as not found', async () => {
  const { status, json } = await send({ path: `/api/probe/visits?school_id=${newId()}`, body: { url: '/a' } })
  expect([status, json.code]).toEqual([422, 'invalid_input'])
})

test('reports invalid input as a problem document that names each field', async () => {
  const { status, json, headers } = await send({ body: { url: 'x'.repeat(21), extra: true } })
  expect(status).toBe(422)
  expect(headers['content-type']).toContain('application/problem+json')
  expect(json).toMatchObject({
    code: 'invalid_input',
    status: 422,
    title: expect.any(String),
    detail: expect.any(String),
    type: expect.any(String),
  })
  expect(json.errors).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'extra', code: 'unknown_field' }),
      expect.objectContaining({ path: 'url', code: 'too_long' }),
    ]),
  )
  expect((await send({ body: '{broken' })).json.code).toBe('malformed_body')
  expect((await send({ body: { url: '\u0000' } })).json.code).toBe('invalid_input')
  for (const type of ['text/xml', 'text/plain'])
    expect((await send({ headers: { 'content-type': type }, body: '<x/>' })).status).toBe(415)
  expect((await send({ body: { url: '/a', fail: 'x'.repeat(3_000_000) } })).status).toBe(413)
})

test('rolls back after a refusal or crash, and reveals nothing of a crash', async () => {
  const own = await createTestSchool()
  expect((await send({ host: own.host, body: { url: '/a', fail: 'refuse' } })).json.code).toBe(
    'probe_refused',
  )
  const crash = await send({ host: own.host, body: { url: '/a', fail: 'crash' } })
  expect([crash.status, crash.json.code, crash.text.includes('secret')]).toEqual([
    500,
    'internal_error',
    false,
  ])
  expect((await send({ host: own.host, method: 'GET' })).json.data).toEqual([])
})

test('refuses an unknown API client with 401, and accepts the web client', async () => {
  const { config } = (await getTestApp()).services
  const clientHeaders = { 'x-api-username': config.webApiUsername, 'x-api-secret': config.webApiSecret }
  expect((await send({ headers: clientHeaders, body: { url: '/a' } })).status).toBe(201)
  const invalid = await send({ headers: { ...clientHeaders, 'x-api-secret': 'no' }, body: { url: '/a' } })
  expect([invalid.status, invalid.json.code]).toEqual([401, 'api_client_unknown'])
})

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

test('refuses a request without an API client, unless the contract allows it', async () => {
  const without = await send({ withoutClient: true, body: 'not even JSON' })
  expect([without.status, without.json.code]).toEqual([403, 'api_client_required'])
  // A challenge would open the browser's own login dialog.
  expect(without.headers['www-authenticate']).toBeUndefined()
  const bearer = await send({
    withoutClient: true,
    headers: { authorization: 'Bearer x' },
    body: { url: '/a' },
  })
  expect(bearer.json.code).toBe('api_client_required')
  expect((await send({ withoutClient: true, path: '/api/probe/hook' })).status).toBe(200)
  const named = await send({ headers: basic('nobody:at all'), path: '/api/probe/hook' })
  expect([named.status, named.json.code]).toEqual([401, 'api_client_unknown'])
  expect((await send({ withoutClient: true, path: '/api/no-such-path', method: 'GET' })).status).toBe(404)
})

test('accepts Basic authentication like the two headers', async () => {
  const { config } = (await getTestApp()).services
  const pair = `${config.webApiUsername}:${config.webApiSecret}`
  for (const authorization of [
    basic(pair).authorization,
    basic(pair).authorization.replace('Basic', 'basic'),
    basic(pair).authorization.replace(' ', '   '),
  ])
    expect((await send({ headers: { authorization }, body: { url: '/a' } })).status).toBe(201)
  for (const authorization of [
    basic(`${pair}x`).authorization,
    basic(config.webApiUsername).authorization,
    basic(`:${pair}`).authorization,
    basic('').authorization,
    'Basic',
    'Basic !!!! ????',
    `Basic ${'A'.repeat(8_000)}`,
  ]) {
    const answer = await send({ headers: { authorization }, body: { url: '/a' } })
    expect([answer.status, answer.json.code], authorization.slice(0, 60)).toEqual([401, 'api_client_unknown'])
  }
  const both = { ...webClientHeaders, ...basic('nobody:at all') }
  expect((await send({ headers: both, body: { url: '/a' } })).status).toBe(201)
})

test('has one effect for fifty parallel posts with one idempotency key', async () => {
  const own = await createTestSchool()
  const request = { host: own.host, headers: { 'idempotency-key': 'one' }, body: { url: '/once', wait: 0.2 } }
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(request)))
  const made = answers.filter(({ status }) => status === 201)
  const waiting = answers.filter(({ status }) => status === 409)
  expect(made.length + waiting.length).toBe(50)
  expect(new Set(made.map(({ json }) => json.id)).size).toBe(1)
  expect(waiting.every(({ json }) => json.code === 'in_progress')).toBe(true)
  expect((await send({ host: own.host, method: 'GET' })).json.data.length).toBe(1)

  const again = await send(request)
  expect(again.json).toEqual(made[0]?.json)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const reused = await send({ ...request, body: { url: '/other' } })
  expect([reused.status, reused.json.code]).toEqual([422, 'idempotency_key_reused'])
})

test('accepts the same key after a refusal, and separates schools', async () => {
  const [one, two] = [await createTestSchool(), await createTestSchool()]
  const headers = { 'idempotency-key': 'k' }
  await send({ host: one.host, headers, body: { url: '/a', fail: 'refuse' } })
  const again = await send({ host: one.host, headers, body: { url: '/a', fail: 'refuse' } })
  expect(again.json.code).toBe('probe_refused')
  const first = await send({ host: one.host, headers, body: { url: '/b' } })
  const second = await send({ host: two.host, headers, body: { url: '/b' } })
  expect(first.json.id).not.toBe(second.json.id)
})

test('pages lists without repetitions or gaps, whatever is inserted meanwhile', async () => {
  const own = await createTestSchool()
  for (let n = 0; n < 7; n++) await send({ host: own.host, body: { url: `/${n}` } })
  const urls: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await send({
      host: own.host,
      method: 'GET',
      path: `/api/probe/visits?limit=2${cursor && `&cursor=${cursor}`}`,
    })
    urls.push(...page.json.data.map((row: { url: string }) => row.url))
    cursor = page.json.next_cursor
    if (urls.length === 2) await send({ host: own.host, body: { url: '/late' } })
  }
  expect(urls).toEqual(['/6', '/5', '/4', '/3', '/2', '/1', '/0'])
  for (const invalid of [
    'x',
    'W10',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["a","b"]').toString('base64url'),
  ])
    expect(
      (await send({ host: own.host, method: 'GET', path: `/api/probe/visits?cursor=${invalid}` })).status,
    ).toBe(422)
})

test('limits requests per address and returns the retry time', async () => {
  const own = await createTestSchool()
  const statuses = []
  for (let n = 0; n < 4; n++)
    statuses.push((await send({ host: own.host, path: '/api/probe/limited' })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const refused = await send({ host: own.host, path: '/api/probe/limited' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('refuses a session of another school, and checks roles before a verb runs', async () => {
  const path = '/api/probe/own'
  const token = (person: { token: string }) => ({ authorization: `Bearer ${person.token}` })
  expect((await send({ path })).json.code).toBe('unauthenticated')
  const visitor = await (await createTestSchool()).teacher()
  expect((await send({ path, headers: token(visitor) })).status).toBe(401)
  expect((await send({ path, headers: token(await school.student()) })).json.code).toBe('forbidden')
  expect((await send({ path, headers: token(await school.teacher()) })).json).toEqual({
    role: 'teacher',
    schools: 1,
  })
  const suspended = await school.teacher({ status: 'suspended' })
  expect((await send({ path, headers: token(suspended) })).status).toBe(401)
})

test('forbids scripts and framing of responses opened directly', async () => {
  const answer = await (
    await createTestSchool()
  )
    .visitor()
    .request({ method: 'GET', url: '/api/no-such-path' })
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('distinguishes a live process from a ready one', async () => {
  expect((await send({ method: 'GET', path: '/health/live', host: 'any' })).status).toBe(200)
  expect((await send({ method: 'GET', path: '/health/ready', host: 'any' })).status).toBe(200)
  server.beginDrain()
  expect((await send({ method: 'GET', path: '/health/ready', host: 'any' })).status).toBe(503)
  expect((await send({ method: 'GET', path: '/health/live', host: 'any' })).status).toBe(200)
})
