import { beforeAll, beforeEach, expect, test } from 'vitest'
import { routes } from '#app.ts'
import type { ActorRole, PlatformRole } from '#platform/context.ts'
import { roleCan } from '#platform/http.ts'
import type { Route } from '#platform/route.ts'
import { newId } from '#platform/tokens.ts'
import { addressOf, type RawRequest } from './people.ts'
import { holdsIds, sampleOf, sampleWithIds } from './samples.ts'
import { anAccount, aPlatformAccount, aSchool, aVisitor, type Caller, type SchoolStory } from './stories.ts'

const roles = ['visitor', 'student', 'teacher', 'admin', 'account_user'] as const
type Matrix = Record<string, readonly ActorRole[]>

const matrices = import.meta.glob<{ matrix: Matrix }>('../*/matrix.ts', { eager: true })
const expected: Matrix = Object.assign({}, ...Object.values(matrices).map((module) => module.matrix))

let school: SchoolStory
let callers: Record<(typeof roles)[number], Caller>
let platformCallers: Record<(typeof roles)[number], Caller>
/** The platform's own accounts, whom no role tells. */
let ownAccounts: Record<PlatformRole, Caller>

beforeAll(async () => {
  school = await aSchool()
  const visitor = await aVisitor()
  platformCallers = { visitor, student: visitor, teacher: visitor, admin: visitor, account_user: visitor }
})

async function callersOf(of: SchoolStory) {
  const [student, teacher, admin, account_user] = await Promise.all([
    of.student(),
    of.teacher(),
    of.admin(),
    of.owner(),
  ])
  return { visitor: of.visitor(), student, teacher, admin, account_user }
}

const callersFor = (route: Route) => (route.scope === 'platform' ? platformCallers : callers)
const rolesFor = (route: Route) =>
  route.scope === 'platform' ? (['visitor', 'account_user'] as const) : roles
/** Somebody whom the route lets in at all. */
const welcome = (route: Route) =>
  ownAccountFor(route) ??
  callersFor(route)[rolesFor(route).find((role) => roleCan(route.can, role)) ?? 'visitor']

const ownAccountFor = ({ can }: Route) =>
  can === 'platform' ? ownAccounts.support : can === 'privileged' ? ownAccounts.privileged : undefined

function request(
  route: Route,
  sample: (schema: Route['body']) => unknown = (schema) => sampleOf(schema),
): RawRequest {
  const input = {
    ...(sample(route.body) as object),
    ...(sample(route.query) as object),
    ...(sample(route.params) as object),
  }
  if ('school_id' in input && route.scope === 'school') Object.assign(input, { school_id: school.school_id })
  if ('schoolId' in input && route.scope === 'school') Object.assign(input, { schoolId: school.school_id })
  return addressOf(route, input)
}

test('every route has a name and a path of its own', () => {
  expect(new Set(routes.map((route) => route.name)).size).toBe(routes.length)
  expect(new Set(routes.map((route) => `${route.method} ${route.path}`)).size).toBe(routes.length)
})

test('every route is listed in its domain’s matrix, with the roles that may call it', () => {
  const declared = Object.fromEntries(
    routes.map((route) => [route.name, roles.filter((role) => roleCan(route.can, role))]),
  )
  expect(expected).toEqual(declared)
})

// A route may end the session that called it, so each test starts with its own people.
beforeEach(async () => {
  callers = await callersOf(school)
  platformCallers.account_user = await anAccount()
  ownAccounts = {
    support: await aPlatformAccount('support'),
    privileged: await aPlatformAccount('privileged'),
  }
})

const named = (chosen: Route[]) => chosen.map((route) => [route.name, route] as const)
const guarded = routes.filter(({ can }) => can !== 'public')
const withIds = routes.filter(
  ({ scope, params, query, body }) => scope === 'school' && holdsIds(params, query, body),
)

test.each(named(guarded))('%s refuses whoever may not call it', async (_name, route) => {
  for (const role of rolesFor(route)) {
    if (roleCan(route.can, role)) continue
    const answer = await callersFor(route)[role].request(request(route))
    const refusal = role === 'visitor' ? [401, 'unauthenticated'] : [403, 'forbidden']
    expect([answer.status, answer.json.code], role).toEqual(refusal)
  }
})

const inSchools = guarded.filter(({ scope }) => scope !== 'platform')
const privileged = routes.filter(({ can }) => can === 'privileged')
test.each(named(privileged))(
  '%s refuses support accounts that are not the privileged one',
  async (_n, route) => {
    const answer = await ownAccounts.support.request(request(route))
    expect([answer.status, answer.json.code]).toEqual([403, 'forbidden'])
  },
)

test.each(named(inSchools))('%s takes no session of another school', async (_name, route) => {
  const elsewhere = await callersOf(await aSchool())
  for (const role of ['student', 'admin', 'account_user'] as const) {
    const headers = { 'x-access-token': elsewhere[role].token ?? '' }
    const answer = await school.visitor().request({ ...request(route), headers })
    expect(answer.status, role).toBe(401)
  }
})

test.each(named(routes))('%s refuses fields that it does not declare', async (_name, route) => {
  const raw = request(route)
  const wrong =
    route.method === 'GET' ? withQuery(raw) : { ...raw, body: { ...(raw.body as object), no_such_field: 1 } }
  const answer = await welcome(route).request(wrong)
  expect([answer.status, answer.json.errors?.map((e: { path: string }) => e.path)]).toEqual([
    422,
    expect.arrayContaining(['no_such_field']),
  ])
})

test.each(named(withIds))('%s answers for another school’s ids as for none', async (_name, route) => {
  const answerFor = (role: (typeof roles)[number], id: string) =>
    callers[role].request(request(route, (schema) => sampleWithIds(schema, () => id)))
  for (const id of await idsOfAnotherSchool())
    for (const role of rolesFor(route)) {
      if (!roleCan(route.can, role)) continue
      const nobodys = newId()
      const theirs = await answerFor(role, id)
      const made = await answerFor(role, nobodys)
      expect(comparable(theirs, id), role).toEqual(comparable(made, nobodys))
      expect(theirs.status, role).toBeLessThan(500)
    }
})

test.each(named(routes))('%s answers rubbish with a refusal, never with a fault', async (_name, route) => {
  for (const raw of rubbishFor(request(route))) {
    const answer = await welcome(route).request(raw)
    expect(answer.status, JSON.stringify(raw).slice(0, 300)).toBeLessThan(500)
    expect(answer.text).not.toMatch(/node_modules|\.ts:\d/)
  }
})

const withQuery = (raw: RawRequest) => ({
  ...raw,
  url: `${raw.url}${raw.url.includes('?') ? '&' : '?'}no_such_field=1`,
})

let otherIds: Promise<string[]> | undefined
function idsOfAnotherSchool() {
  otherIds ??= (async () => {
    const other = await aSchool()
    const [student, course] = [await other.student(), await other.course()]
    const content = await other.content({ course_id: course.id })
    await other.enrol(student, course)
    return [student.id, course.id, content.id, content.lesson_id]
  })()
  return otherIds
}

/** An answer without what differs each time. */
function comparable(answer: { status: number; json: unknown }, id: string) {
  const text = JSON.stringify(answer.json ?? null)
    .replaceAll(id, '<id>')
    .replace(/"request_id":"[^"]*"/, '')
    .replace(/"course_code":"[^"]*"/, '')
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
