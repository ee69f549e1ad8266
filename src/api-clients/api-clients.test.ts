import { beforeAll, expect, test } from 'vitest'
import { getMe, updateUser } from '#accounts/contract.ts'
import { allRoutes } from '#app.ts'
import { createCourse, listCourses } from '#courses/contract.ts'
import { roleAllows } from '#tenancy/http/endpoints.ts'
import { setMyReview } from '#reviews/contract.ts'
import { getSchool, listAuditLog } from '#schools/contract.ts'
import { buildRequest } from '#testing/builders/test-client.ts'
import { asApiClient, anApiClient } from '#testing/builders/api-clients.ts'
import { sampleValue } from '#testing/sweeps/sample-values.ts'
import { createTestSchool, rootDomain, setClock, type TestSchool } from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

let school: TestSchool
beforeAll(async () => {
  school = await createTestSchool()
})

const unknown = [401, 'api_client_unknown']
const list = [listCourses, {}] as const

test('shows a secret once and stores only its hash', async () => {
  const { admin, client, secret } = await anApiClient(school, { name: '  Registry  ' })
  expect(secret).toMatch(/^sch_[\w-]{43}$/)
  expect(client).toMatchObject({ name: 'Registry', status: 'active', last_used_at: null })
  const listed = await admin.request(buildRequest(contract.listApiClients, {}))
  expect(listed.text).toContain(client.username)
  expect(listed.text).not.toContain(secret)
  const stored = await school.transact(({ tx, school_id }) =>
    tx.selectFrom('api_client_secrets').where('school_id', '=', school_id).selectAll().execute(),
  )
  expect(JSON.stringify(stored)).not.toContain(secret)
  const audit = await admin.request(buildRequest(listAuditLog, { subject_id: client.id }))
  expect(audit.json.data[0]).toMatchObject({ action: 'api_client.created', change: { role: 'admin' } })
  expect(audit.text).not.toContain(secret)
})

test('lets a program act within its scopes and names it in the audit log', async () => {
  const program = await anApiClient(school, { name: 'Import', scopes: ['courses:read', 'courses:write'] })
  const course = await program.api(createCourse, { course_name: 'Made by a program' })
  expect(await program.status(...list)).toEqual([200, null])
  const audit = await program.admin.api(listAuditLog, { subject_id: course.id })
  expect(audit.data[0]).toMatchObject({
    action: 'course.created',
    actor_role: 'api_client',
    client_id: program.id,
    client_name: 'Import',
  })
  const without = await program.request(buildRequest(getSchool, { id: school.school_id }))
  expect([without.status, without.json]).toMatchObject([403, { code: 'scope_missing', scope: 'school:read' }])
})

test('requires permission of both the person and the program, and audits both', async () => {
  const program = await anApiClient(school, { role: 'teacher', scopes: ['courses:write', 'courses:read'] })
  expect(await program.status(...list)).toEqual([401, 'unauthenticated'])
  const teacher = await school.teacher()
  const withTeacher = asApiClient(school, program, teacher.token)
  const course = await withTeacher.api(createCourse, { course_name: 'Made for a teacher' })
  const audit = await program.admin.api(listAuditLog, { subject_id: course.id })
  expect(audit.data[0]).toMatchObject({ actor_id: teacher.id, actor_role: 'teacher', client_id: program.id })
  // One route that only the person may call, and one that only the program may call.
  const withAdmin = asApiClient(school, program, program.admin.token)
  expect(await withAdmin.status(...list)).toEqual([403, 'forbidden'])
  expect(await withTeacher.status(getSchool, { id: school.school_id })).toEqual([403, 'scope_missing'])
  const wide = await anApiClient(school)
  const student = await school.student()
  expect(await asApiClient(school, wide, student.token).status(...list)).toEqual([403, 'forbidden'])
  expect(await asApiClient(school, wide, 'no-such-token').status(...list)).toEqual([401, 'unauthenticated'])
})

test('requires a person for personal routes, and lets no program create programs', async () => {
  const program = await anApiClient(school)
  expect(await program.status(getMe, {})).toEqual([401, 'unauthenticated'])
  expect(await program.status(updateUser, { name: 'Nobody' })).toEqual([404, 'not_found'])
  const student = await school.student()
  expect(await asApiClient(school, program, student.token).api(getMe, {})).toMatchObject({ id: student.id })
  const more = { name: 'More', role: 'admin' as const, scopes: ['courses:read'] }
  for (const token of [undefined, program.admin.token])
    expect(await asApiClient(school, program, token).status(contract.createApiClient, more)).toEqual([
      403,
      'scope_missing',
    ])
})

test('answers a program without server error on every route', async () => {
  const program = await anApiClient(school)
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('api_clients')
      .set({ requests_per_minute: 100_000 })
      .where('school_id', '=', school_id)
      .execute(),
  )
  const open = allRoutes.filter((route) => route.scope !== 'platform' && roleAllows(route.access, 'admin'))
  expect(open.length).toBeGreaterThan(80)
  for (const route of open) {
    const input = [route.body, route.query, route.params].map((schema) => sampleValue(schema) as object)
    const answer = await program.request(buildRequest(route, Object.assign({}, ...input)))
    expect(answer.status, route.name).toBeLessThan(500)
  }
})

test('notifies a person of the school about a course that a program created', async () => {
  const program = await anApiClient(school)
  const course = await program.api(createCourse, { course_name: 'Orphan', course_isPublic: true })
  const student = await school.student()
  await school.enrol(student, course)
  await school.transact(({ tx, school_id, now }) =>
    tx
      .updateTable('enrolments')
      .set({ completed_at: now })
      .where('school_id', '=', school_id)
      .where('user_id', '=', student.id)
      .execute(),
  )
  await expect(student.api(setMyReview, { course_id: course.id, rating: 5 })).resolves.toMatchObject({
    rating: 5,
  })
})

test('rejects an unknown name, a wrong secret, an incomplete pair and another school’s pair alike', async () => {
  const program = await anApiClient(school)
  const otherClient = await anApiClient(await createTestSchool())
  const { username } = program.client
  for (const headers of [
    { 'x-api-username': 'client_000000000000000000000000' },
    { 'x-api-secret': `sch_${'x'.repeat(43)}` },
    { 'x-api-secret': '' },
    { 'x-api-secret': 'x'.repeat(8_000) },
    { 'x-api-username': otherClient.client.username },
    { ...otherClient.headers },
    { 'x-api-username': `${username}'--` },
  ] as Record<string, string>[]) {
    const answer = await program.request({ ...buildRequest(listCourses, {}), headers })
    expect([answer.status, answer.json.code], JSON.stringify(headers).slice(0, 200)).toEqual(unknown)
  }
  const { 'x-api-secret': _secret, ...half } = program.headers
  const answer = await school.visitor().request({ ...buildRequest(listCourses, {}), headers: half })
  expect([answer.status, answer.json.code]).toEqual(unknown)
})

test('works on the API host, where a header names the school', async () => {
  const program = await anApiClient(school)
  const host = `api.${rootDomain}`
  const at = (school_id: string) =>
    program.request({
      method: 'GET',
      url: '/courses/v2/courses',
      headers: { host, 'x-school-id': school_id },
    })
  expect((await at(school.school_id)).status).toBe(200)
  const other = await createTestSchool()
  expect((await at(other.school_id)).json.code).toBe('api_client_unknown')
  const nameless = await program.request({ method: 'GET', url: '/courses/v2/courses', headers: { host } })
  expect([nameless.status, nameless.json.code]).toEqual(unknown)
})

test('rejects a revoked program at once, and repeating the call changes nothing', async () => {
  const program = await anApiClient(school)
  expect(await program.status(...list)).toEqual([200, null])
  const revoked = await program.admin.api(contract.revokeApiClient, { client_id: program.id })
  expect(revoked).toMatchObject({ status: 'revoked' })
  expect(await program.status(...list)).toEqual(unknown)
  const again = await program.admin.api(contract.revokeApiClient, { client_id: program.id })
  expect(again).toEqual(revoked)
  await expect(
    program.admin.api(contract.rotateApiClientSecret, { client_id: program.id, overlap_hours: 1 }),
  ).rejects.toMatchObject({ code: 'api_client_inactive' })
})

test('accepts both secrets after a rotation until the set time, and never a third', async () => {
  const program = await anApiClient(school)
  const rotate = (overlap_hours: number) =>
    program.admin.api(contract.rotateApiClientSecret, { client_id: program.id, overlap_hours })
  const second = await rotate(2)
  expect(second.client.previous_secret_expires_at).not.toBeNull()
  expect(await program.status(...list)).toEqual([200, null])
  expect(await asApiClient(school, second).status(...list)).toEqual([200, null])
  setClock(new Date(Date.now() + 2 * 3_600_000 + 1_000))
  expect(await program.status(...list)).toEqual(unknown)
  expect(await asApiClient(school, second).status(...list)).toEqual([200, null])
  setClock(() => new Date())
  const third = await rotate(2)
  expect(await program.status(...list)).toEqual(unknown)
  expect(await asApiClient(school, second).status(...list)).toEqual([200, null])
  const fourth = await rotate(0)
  expect(await asApiClient(school, third).status(...list)).toEqual(unknown)
  expect(await asApiClient(school, fourth).status(...list)).toEqual([200, null])
})

test('rejects an expired client', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const program = await anApiClient(school, { expires_at })
  expect(await program.status(...list)).toEqual([200, null])
  setClock(new Date(Date.now() + 3_700_000))
  expect(await program.status(...list)).toEqual(unknown)
  const { data } = await program.admin.api(contract.listApiClients, {})
  expect(data.find(({ id }) => id === program.id)).toMatchObject({ status: 'expired' })
  setClock(() => new Date())
  await expect(
    program.admin.api(contract.createApiClient, {
      name: 'Late',
      role: 'admin',
      scopes: ['courses:read'],
      expires_at: '2020-01-01T00:00:00Z',
    }),
  ).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: 'expires_at', code: 'in_the_past' }] })
})

test('records the time and address of the last use', async () => {
  const program = await anApiClient(school)
  await program.status(...list)
  const used = async () => {
    const { data } = await program.admin.api(contract.listApiClients, {})
    return data.find(({ id }) => id === program.id)
  }
  await expect.poll(used).toMatchObject({ last_used_at: expect.any(String), last_used_address: '127.0.0.1' })
})

test('limits the rate per client and returns the limit in every response', async () => {
  const [program, other] = [await anApiClient(school), await anApiClient(school)]
  // The first call may be repeated because it compiles; here calls are counted.
  await other.request(buildRequest(listCourses, {}))
  await school.transact(({ tx, school_id }) =>
    tx
      .updateTable('api_clients')
      .set({ requests_per_minute: 3 })
      .where('school_id', '=', school_id)
      .where('id', '=', program.id)
      .execute(),
  )
  setClock(new Date('2027-03-01T10:00:10Z'))
  const call = () => program.request(buildRequest(listCourses, {}))
  const first = await call()
  expect(first.headers).toMatchObject({
    'ratelimit-limit': '3',
    'ratelimit-remaining': '2',
    'ratelimit-reset': '50',
    'ratelimit-policy': '"client";q=3;w=60',
    ratelimit: '"client";r=2;t=50',
  })
  await call()
  expect((await call()).headers).toMatchObject({ 'ratelimit-remaining': '0' })
  const refused = await call()
  expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([
    429,
    'too_many_requests',
    '50',
  ])
  expect(refused.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' })
  expect((await other.request(buildRequest(listCourses, {}))).status).toBe(200)
  setClock(new Date('2027-03-01T10:01:00Z'))
  expect((await call()).status).toBe(200)
  setClock(() => new Date())
})

test('hides clients of other schools and allows at most fifty per school', async () => {
  const client = await anApiClient(school)
  const other = await createTestSchool()
  const visitor = await other.admin()
  expect(await visitor.api(contract.listApiClients, {})).toEqual({ data: [], next_cursor: null })
  for (const call of [
    () => visitor.api(contract.revokeApiClient, { client_id: client.id }),
    () => visitor.api(contract.rotateApiClientSecret, { client_id: client.id, overlap_hours: 0 }),
  ])
    await expect(call()).rejects.toMatchObject({ status: 404 })
  const make = { name: 'One of many', role: 'admin' as const, scopes: ['courses:read'] }
  const made = await Promise.allSettled(
    Array.from({ length: 55 }, () => visitor.api(contract.createApiClient, make)),
  )
  const refused = made.filter(({ status }) => status === 'rejected')
  expect(refused.map((one) => (one as PromiseRejectedResult).reason.code)).toEqual(
    Array.from({ length: 5 }, () => 'api_client_limit_reached'),
  )
})

test('returns the same secret for a repeated idempotency key and creates one client', async () => {
  const admin = await (await createTestSchool()).admin()
  const make = { name: 'Twice', role: 'admin' as const, scopes: ['courses:read'] }
  const key = { 'idempotency-key': 'make-it-once' }
  const first = await admin.api(contract.createApiClient, make, key)
  expect(await admin.api(contract.createApiClient, make, key)).toEqual(first)
  expect((await admin.api(contract.listApiClients, {})).data).toHaveLength(1)
})

test('refuses an unknown scope, no scope and duplicate scopes', async () => {
  const admin = await school.admin()
  for (const scopes of [['everything:write'], [], ['courses:read', 'courses:read'], ['*']])
    await expect(
      admin.api(contract.createApiClient, { name: 'X', role: 'admin', scopes }),
    ).rejects.toMatchObject({ status: 422 })
})

test('separates the idempotency keys of two programs', async () => {
  const key = { 'idempotency-key': 'shared-key' }
  const made = []
  for (const course_name of ['One', 'Two']) {
    const program = await anApiClient(school)
    made.push(await program.api(createCourse, { course_name }, key))
    expect(await program.api(createCourse, { course_name }, key)).toMatchObject({ id: made.at(-1)!.id })
  }
  expect(made.map(({ course_name }) => course_name)).toEqual(['One', 'Two'])
})

test('changes name, scopes and expiry at once and audits the change', async () => {
  const program = await anApiClient(school, { name: 'Registry', scopes: ['people:read'] })
  expect(await program.status(...list)).toEqual([403, 'scope_missing'])
  const change = (more: object) =>
    program.admin.api(contract.updateApiClient, { client_id: program.id, ...more })
  const end = new Date(Date.now() + 86_400_000).toISOString()
  await expect(
    change({ name: ' Register ', scopes: ['courses:read'], expires_at: end }),
  ).resolves.toMatchObject({
    name: 'Register',
    scopes: ['courses:read'],
    expires_at: end,
    status: 'active',
  })
  expect(await program.status(...list)).toEqual([200, null])
  await expect(change({ expires_at: null })).resolves.toMatchObject({ expires_at: null, name: 'Register' })
  const audit = await program.admin.api(listAuditLog, { subject_id: program.id })
  expect(audit.data[1]).toMatchObject({
    action: 'api_client.updated',
    actor_id: program.admin.id,
    change: {
      from: { name: 'Registry', scopes: ['people:read'], expires_at: null },
      to: { name: 'Register', scopes: ['courses:read'], expires_at: end },
    },
  })
  const past = () => change({ expires_at: '2001-01-01T00:00:00Z' })
  await expect(past()).rejects.toMatchObject({ errors: [{ path: 'expires_at', code: 'in_the_past' }] })
  for (const invalid of [{ scopes: [] }, { scopes: ['all:read'] }, { role: 'admin' }, { name: ' ' }])
    await expect(change(invalid)).rejects.toMatchObject({ status: 422 })
  const visitor = await (await createTestSchool()).admin()
  const theirs = () => visitor.api(contract.updateApiClient, { client_id: program.id, name: 'Mine' })
  await expect(theirs()).rejects.toMatchObject({ status: 404 })
  await program.admin.api(contract.revokeApiClient, { client_id: program.id })
  await expect(change({ name: 'Again' })).rejects.toMatchObject({ status: 409, code: 'api_client_inactive' })
})
