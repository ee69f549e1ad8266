import { beforeAll, expect, test } from 'vitest'
import { allRoutes } from '#app.ts'
import type { ActorRole, PlatformRole } from '#tenancy/access/actor.ts'
import { roleAllows } from '#tenancy/http/endpoints.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { newId } from '#platform/security/tokens.ts'
import {
  withoutAdditionalProperties,
  compileSerializer,
  createValidator,
} from '#platform/contract/validation.ts'
import { buildRequest, type RawRequest } from '../builders/test-client.ts'
import { hostileRequests } from './hostile-inputs.ts'
import { withRequestCostGuard } from '../builders/request-cost.ts'
import { containsIds, sampleValue, sampleValueWithIds } from './sample-values.ts'
import {
  createTestAccount,
  createPlatformAccount,
  createTestSchool,
  createTestVisitor,
  type TestClient,
  type TestSchool,
} from '../builders/school-builder.ts'

const roles = ['visitor', 'student', 'teacher', 'admin', 'account_user'] as const
type Matrix = Record<string, readonly ActorRole[]>

const matrices = import.meta.glob<{ accessMatrix: Matrix }>('../../*/matrix.ts', { eager: true })
const expected: Matrix = Object.assign({}, ...Object.values(matrices).map((module) => module.accessMatrix))

type Role = (typeof roles)[number]

let school: TestSchool
/** Callers that are always refused do not change: one of each serves all routes. */
const callers = new Map<string, Promise<TestClient>>()

beforeAll(async () => {
  school = await createTestSchool()
})

/** A new caller: a route may end the caller's session. */
function freshly(of: TestSchool, role: Role): Promise<TestClient> {
  if (role === 'visitor') return Promise.resolve(withRequestCostGuard(of.visitor()))
  return (role === 'account_user' ? of.owner() : of[role]()).then(withRequestCostGuard)
}

function freshlyFor(route: Route, role: Role): Promise<TestClient> {
  if (route.scope !== 'platform') return freshly(school, role)
  return (role === 'account_user' ? createTestAccount() : createTestVisitor()).then(withRequestCostGuard)
}

function once(key: string, make: () => Promise<TestClient>) {
  if (!callers.has(key)) callers.set(key, make())
  return callers.get(key)!
}

const cachedCaller = (route: Route, role: Role) =>
  once(`${route.scope === 'platform' ? 'platform' : 'school'} ${role}`, () => freshlyFor(route, role))

const rolesFor = (route: Route) =>
  route.scope === 'platform' ? (['visitor', 'account_user'] as const) : roles

/** The platform role that the route requires, independent of school roles. */
const ownAccountFor = ({ access }: Route): PlatformRole | null =>
  access === 'platform' ? 'support' : access === 'privileged' ? 'privileged' : null
const firstRoleFor = (route: Route) =>
  rolesFor(route).find((role) => roleAllows(route.access, role)) ?? 'visitor'

/** A new caller whom the route accepts. */
function welcome(route: Route): Promise<TestClient> {
  const own = ownAccountFor(route)
  return own ? createPlatformAccount(own).then(withRequestCostGuard) : freshlyFor(route, firstRoleFor(route))
}

/** The same for reuse, because the route refuses the request. */
function cachedAcceptedCaller(route: Route) {
  const own = ownAccountFor(route)
  return own
    ? once(own, () => createPlatformAccount(own).then(withRequestCostGuard))
    : cachedCaller(route, firstRoleFor(route))
}

function request(
  route: Route,
  sample: (schema: Route['body']) => unknown = (schema) => sampleValue(schema),
): RawRequest {
  const input = {
    ...(sample(route.body) as object),
    ...(sample(route.query) as object),
    ...(sample(route.params) as object),
  }
  if ('school_id' in input && route.scope === 'school') Object.assign(input, { school_id: school.school_id })
  if ('schoolId' in input && route.scope === 'school') Object.assign(input, { schoolId: school.school_id })
  return buildRequest(route, input)
}

test('gives every route its own name and path', () => {
  expect(new Set(allRoutes.map((route) => route.name)).size).toBe(allRoutes.length)
  expect(new Set(allRoutes.map((route) => `${route.method} ${route.path}`)).size).toBe(allRoutes.length)
})

// Compiles the serialisers, which are otherwise compiled on first use.
test('compiles every reply, and every query beside a body', () => {
  for (const { name, reply } of allRoutes) expect(() => compileSerializer(reply[1]), name).not.toThrow()
  for (const { name, query } of allRoutes.filter(({ method }) => method !== 'GET'))
    expect(() => createValidator(withoutAdditionalProperties(query), false)({}), name).not.toThrow()
})

test('lists every route in its domain’s matrix, with its roles', () => {
  const declared = Object.fromEntries(
    allRoutes.map((route) => [route.name, roles.filter((role) => roleAllows(route.access, role))]),
  )
  expect(expected).toEqual(declared)
})

const named = (chosen: Route[]) => chosen.map((route) => [route.name, route] as const)
const guarded = allRoutes.filter(({ access }) => access !== 'public')
const withIds = allRoutes.filter(
  ({ scope, params, query, body }) => scope === 'school' && containsIds(params, query, body),
)

test.each(named(guarded))('refuses callers of %s without the role', async (_name, route) => {
  for (const role of rolesFor(route)) {
    if (roleAllows(route.access, role)) continue
    const answer = await (await cachedCaller(route, role)).request(request(route))
    const refusal = role === 'visitor' ? [401, 'unauthenticated'] : [403, 'forbidden']
    expect([answer.status, answer.json.code], role).toEqual(refusal)
  }
})

/** Routes for programs that cannot send our headers. */
const withoutClient: string[] = ['getCertificate']

test('refuses requests without API client on every route, unless its contract allows it', async () => {
  const admin = await once('school admin', () => freshly(school, 'admin'))
  const open = allRoutes.filter(({ apiClient }) => apiClient === 'optional').map(({ name }) => name)
  expect(open).toEqual(withoutClient)
  for (const route of allRoutes.filter(({ apiClient }) => apiClient === 'required'))
    for (const caller of [withRequestCostGuard(school.visitor()), admin]) {
      const answer = await caller.request({ ...request(route), withoutClient: true })
      expect([answer.status, answer.json.code], route.name).toEqual([403, 'api_client_required'])
    }
})

const inSchools = guarded.filter(({ scope }) => scope !== 'platform')
const privileged = allRoutes.filter(({ access }) => access === 'privileged')
test.each(named(privileged))('refuses support accounts without privilege on %s', async (_n, route) => {
  const answer = await (
    await once('support', () => createPlatformAccount('support').then(withRequestCostGuard))
  ).request(request(route))
  expect([answer.status, answer.json.code]).toEqual([403, 'forbidden'])
})

let otherSchool: Promise<TestSchool> | undefined
test.each(named(inSchools))('refuses a session of another school on %s', async (_name, route) => {
  const other = await (otherSchool ??= createTestSchool())
  for (const role of ['student', 'admin', 'account_user'] as const) {
    const visitor = await once(`elsewhere ${role}`, () => freshly(other, role))
    const headers = { 'x-access-token': visitor.token ?? '' }
    const answer = await withRequestCostGuard(school.visitor()).request({ ...request(route), headers })
    expect(answer.status, role).toBe(401)
  }
})

test.each(named(allRoutes))('refuses undeclared fields on %s', async (_name, route) => {
  const raw = request(route)
  const invalidInput =
    route.method === 'GET' ? withQuery(raw) : { ...raw, body: { ...(raw.body as object), no_such_field: 1 } }
  const answer = await (await cachedAcceptedCaller(route)).request(invalidInput)
  expect([answer.status, answer.json.errors?.map((e: { path: string }) => e.path)]).toEqual([
    422,
    expect.arrayContaining(['no_such_field']),
  ])
})

test.each(named(withIds))(
  'answers %s alike for another school’s ids and unknown ones',
  async (_name, route) => {
    const withId = (id: string) => request(route, (schema) => sampleValueWithIds(schema, () => id))
    for (const role of rolesFor(route)) {
      if (!roleAllows(route.access, role)) continue
      const caller = await freshlyFor(route, role)
      const nobodys = newId()
      const made = await caller.request(withId(nobodys))
      for (const id of await idsOfAnotherSchool()) {
        const theirs = await caller.request(withId(id))
        expect(comparable(theirs, id), role).toEqual(comparable(made, nobodys))
        expect(theirs.status, role).toBeLessThan(500)
      }
    }
  },
)

test.each(named(allRoutes))('refuses invalid input on %s without a server error', async (_name, route) => {
  const caller = await welcome(route)
  for (const raw of rubbishFor(request(route))) {
    const answer = await caller.request(raw)
    expect(answer.status, JSON.stringify(raw).slice(0, 300)).toBeLessThan(500)
    expect(answer.text).not.toMatch(/node_modules|\.ts:\d/)
  }
})

test.each(named(allRoutes))(
  'refuses expensive input on %s within limits of time and memory',
  async (_name, route) => {
    const caller = await cachedAcceptedCaller(route)
    for (const raw of hostileRequests(route, request(route))) {
      const answer = await caller.request(raw)
      expect([400, 404, 413, 422], JSON.stringify(raw).slice(0, 300)).toContain(answer.status)
    }
  },
)

const withQuery = (raw: RawRequest) => ({
  ...raw,
  url: `${raw.url}${raw.url.includes('?') ? '&' : '?'}no_such_field=1`,
})

let otherIds: Promise<string[]> | undefined
function idsOfAnotherSchool() {
  otherIds ??= (async () => {
    const other = await createTestSchool()
    const [student, course] = [await other.student(), await other.course()]
    const content = await other.content({ course_id: course.id })
    await other.enrol(student, course)
    return [student.id, course.id, content.id, content.lesson_id]
  })()
  return otherIds
}

/** A response without parts that differ each time. */
function comparable(answer: { status: number; json: unknown }, id: string) {
  const text = JSON.stringify(answer.json ?? null)
    .replaceAll(id, '<id>')
    .replace(/"request_id":"[^"]*"/, '')
    // A second may pass between two refusals.
    .replace(/"retry_after_seconds":\d+/, '')
    // Random, in a refusal because of too many calls.
    .replace(/"challenge":"\d+\.[^"]*"/, '')
    .replace(/"course_code":"[^"]*"/, '')
    .replace(/"challenge":"[^"]*"/, '')
    .replace(/"[\w-]{43}"/g, '"<token>"')
    .replace(/somebody-\w+@/g, '<e-mail>@')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>')
  return [answer.status, answer.status < 300 && text.includes('"url"') ? '' : text]
}

function* rubbishFor(raw: RawRequest): Generator<RawRequest> {
  const url = raw.url
  yield { ...raw, url: url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'not-an-id') }
  yield { ...raw, url: url.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '%00') }
  yield { ...raw, url: `${url}${url.includes('?') ? '&' : '?'}cursor=%00&limit=-1&cursor=x` }
  if (raw.method === 'GET') return
  yield { ...raw, body: '{"broken' }
  yield { ...raw, body: '[]' }
  yield { ...raw, body: 'null' }
  yield { ...raw, body: '"text"' }
  yield { ...raw, body: '{"__proto__":{"x":1}}' }
  yield { ...raw, headers: { 'content-type': 'text/xml' }, body: '<x/>' }
  for (const value of [
    null,
    '',
    '\u0000',
    'a\u0000b',
    '\ud800',
    -1,
    1e308,
    [],
    {},
    [[]],
    true,
    'x'.repeat(20_000),
  ]) {
    const body = raw.body as Record<string, unknown>
    for (const name of Object.keys(body)) yield { ...raw, body: { ...body, [name]: value } }
  }
}
