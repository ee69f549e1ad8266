import { beforeAll, expect, test } from 'vitest'
import * as accounts from '#accounts/contract.ts'
import { mailMagicLinkJobDefinition } from '#accounts/jobs.ts'
import { totpCode, totpStepAt } from '#accounts/second-factor/totp.ts'
import { createApiClient, scopes } from '#api-clients/contract.ts'
import { createCourse, listCourses } from '#courses/contract.ts'
import type { Input } from '#platform/contract/route.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { newToken } from '#platform/security/tokens.ts'
import { otlpAttributes, startOtlpReceiver } from '#testing/fakes/otlp-receiver.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  rootDomain,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import { startWebhookReceiver } from '#testing/fakes/webhook-receiver.ts'
import { createWebhook } from '#webhooks/contract.ts'
import { startTwoProcesses } from './processes/start-processes.ts'
import { call, send, type HttpResponse, type HttpRequest } from './processes/send.ts'

const { invite, loginStudent } = accounts
const soon = { timeout: 30_000 }
const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const receiverKey = 'a key that is of ours'

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let processes: Awaited<ReturnType<typeof startTwoProcesses>>
/** Starts the product with every kind of report enabled. */
beforeAll(async () => {
  receiver = await startOtlpReceiver()
  processes = await startTwoProcesses({
    LOG_LEVEL: 'trace',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `x-receiver-key=${encodeURIComponent(receiverKey)}`,
    OTEL_SERVICE_NAME: 'lyceum-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
}, 180_000)

test('send traces and metrics to a receiver without personal data', async () => {
  const school = await createTestSchool()
  const [admin, student] = [await school.admin(), await school.student()]
  const { origin } = processes
  const { host, school_id } = school
  const logins = () =>
    receiver
      .metrics()
      .flatMap(({ name, histogram }) =>
        name === 'http.server.request.duration' ? histogram!.dataPoints : [],
      )
      .findLast((point) => otlpAttributes(point)['http.route'] === `/api${loginStudent.path}`)
  // Counters start with the process: a retry adds to the first attempt.
  const countBefore = Number(logins()?.count ?? 0)
  const traceparent = { traceparent: `00-${traceId}-${spanId}-01` }
  const login = { user_code: student.email, password: testPassword, headers: traceparent }
  const { user_token } = JSON.parse((await call({ origin, host }, loginStudent, login)).text)
  await send(origin, { host, path: `/?user_token=${user_token}` })
  await send(origin, { host, path: `/no/such/place?email=${student.email}` })
  const invited = { email: 'somebody.invited@people.test', role: 'student' as const }
  const headers = { 'idempotency-key': 'one invitation' }
  await call({ origin, host, token: admin.token }, invite, { ...invited, headers })

  const spans = () =>
    receiver.spans().filter((span) => otlpAttributes(span)['lyceum.school_id'] === school_id)
  const named = (name: string) => spans().find((span) => span.name === name)
  const loginName = `POST /api${loginStudent.path}`
  await expect.poll(() => named(loginName), soon).toBeDefined()
  await expect.poll(() => named('process deliverMail'), soon).toBeDefined()
  await expect.poll(() => named('GET /*'), soon).toBeDefined()
  const span = named(loginName)!
  expect(span).toMatchObject({ traceId, parentSpanId: spanId, status: {} })
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano))
  expect(otlpAttributes(span)).toEqual({
    'http.request.method': 'POST',
    'http.route': `/api${loginStudent.path}`,
    'http.response.status_code': 200,
    'lyceum.school_id': school_id,
  })

  const names = () => new Set(receiver.metrics().map(({ name }) => name))
  for (const name of [
    'http.server.request.duration',
    'lyceum.job.duration',
    'db.client.operation.duration',
    'db.client.connection.pending_requests',
    'nodejs.eventloop.delay.p99',
    'lyceum.jobs.waiting',
    'lyceum.jobs.parked',
    'lyceum.mail.oldest_age',
  ])
    await expect.poll(names, soon).toContain(name)
  await expect.poll(() => Number(logins()?.count), soon).toBe(countBefore + 1)
  expect(logins()!.bucketCounts.reduce((sum, count) => sum + Number(count), 0)).toBe(countBefore + 1)

  const [first] = receiver.received
  expect(first!.headers).toMatchObject({ 'x-receiver-key': receiverKey, 'content-type': 'application/json' })
  expect(first!.text).toContain('lyceum-test')
  expect(first!.text).toContain('deployment.environment.name')

  await receiver.close()
  expect((await send(origin, { host, path: '/' })).status).toBe(200)
  const everything = receiver.received.map(({ text }) => text).join('\n')
  const personal = [
    student.email,
    student.name,
    student.id,
    admin.id,
    user_token,
    invited.email,
    'no/such/place',
  ]
  expect(personal.filter((text) => everything.includes(text))).toEqual([])
}, 180_000)

// eslint-disable-next-line typescript/no-explicit-any -- tests read responses of every form
const json = (answer: HttpResponse): any => JSON.parse(answer.text)

async function magicLinkOf(school: TestSchool, user_code: string) {
  await runJob(school, mailMagicLinkJobDefinition, {
    user_code,
    kind: 'teacher',
    locale: 'en',
    redirect: null,
  })
  const mail = await school.transact(({ tx, school_id }) =>
    tx
      .selectFrom('mail_outbox')
      .where('school_id', '=', school_id)
      .where('kind', '=', 'magic_link')
      .select('text')
      .executeTakeFirstOrThrow(),
  )
  return new URL(/http\S+magic-link\S+/.exec(mail.text)![0])
}

test('log no secret at any level, and the id of every response', async () => {
  const { origin } = processes
  const school = await createTestSchool()
  const { host } = school
  const [admin, teacher, student] = [await school.admin(), await school.teacher(), await school.student()]
  const ids: string[] = []
  const secrets = new Map<string, string>()
  const keep = (name: string, value: string) => (secrets.set(name, value), value)
  const made = (name: string) => keep(name, newToken())
  const noted = (answer: HttpResponse) => (ids.push(String(answer.headers['x-request-id'])), answer)
  const ask = async <R extends Route>(
    route: R,
    input: Input<R> & { headers?: Record<string, string> },
    token?: string,
  ) => noted(await call({ origin, host, ...(token && { token }) }, route, input))
  const get = async (path: string, more: Partial<HttpRequest> = {}) =>
    noted(await send(origin, { host, path, ...more }))

  keep('a password', testPassword)
  keep('the key of the receiver of traces', receiverKey)
  const invalidPassword = made('a wrong password')
  const { loginStudent, loginTeacher } = accounts
  await ask(loginStudent, { user_code: student.email, password: invalidPassword })
  const token = keep(
    'a session',
    json(await ask(loginStudent, { user_code: student.email, password: testPassword })).user_token,
  )
  await ask(listCourses, {}, token)
  await get('/api/courses/v2/courses', { headers: { authorization: `Bearer ${token}` } })
  await get('/', { headers: { cookie: `anything=${made('a cookie')}` } })
  await get('/')
  for (const name of [
    'user_token',
    'user%5Ftoken',
    'USER_TOKEN',
    'register_token',
    'token',
    'sign_in',
    'sig',
  ])
    for (const path of ['/', '/login', '/api/courses/v2/courses', '/no/such/page'])
      await get(`${path}?as=student&${name}=${made(`${name} at ${path}`)}`)
  await get(`/?user_token=${made('a token at a strange host')}`, { host: 'nobody.example' })
  await get(`/courses?token=${made('a token at the API’s host')}`, { host: `api.${rootDomain}` })
  await get(`/oidc/callback?code=${made('an issuer’s code')}&state=${made('its state')}`)
  await get(`/login?redirect=${encodeURIComponent(`/?user_token=${made('a token in a redirect')}`)}`)
  await get(`/media/private/${student.id}/a.pdf?expires=1&signature=${made('a signed link')}`)
  await get(`/files/students/${student.id}?exp=1&sig=${made('a signed list')}`)
  await get('/api/schools/auth/api/v1/students/login', {
    method: 'POST',
    body: { user_code: student.email, [made('an unknown field')]: made('its value') },
  })

  const client = json(
    await ask(createApiClient, { name: 'Registry', role: 'admin', scopes: [...scopes] }, admin.token),
  )
  const username = client.client.username
  for (const secret of [keep('a client’s secret', client.secret), made('a wrong secret of a client')])
    await ask(listCourses, { headers: { 'x-api-username': username, 'x-api-secret': secret } })

  const link = await magicLinkOf(school, teacher.email)
  const magic = keep('a magic link', link.searchParams.get('token')!)
  await get(link.pathname + link.search)
  await ask(loginTeacher, {
    login_with: 'magic_link',
    token: magic,
    ignorePasswordValidation: true,
    user_code: '',
  })

  const factor = json(await ask(accounts.startSecondFactor, {}, teacher.token))
  keep('a second factor', factor.secret)
  const code = totpCode(factor.secret, totpStepAt(new Date()))
  const confirmed = json(await ask(accounts.confirmSecondFactor, { code }, teacher.token))
  for (const recovery of confirmed.recovery_codes) keep(`recovery ${secrets.size}`, recovery)
  const first = json(await ask(loginTeacher, { user_code: teacher.email, password: testPassword }))
  const challenge = keep('a challenge', first.challenge)
  await ask(accounts.completeLoginChallenge, {
    challenge,
    code: secrets.get(`recovery ${secrets.size - 2}`)!,
  })

  const program = await startWebhookReceiver((_received, response) => response.writeHead(500).end('no'))
  const url = `${program.url}?key=${made('a key in a webhook’s address')}`
  const event_types: Input<typeof createWebhook>['event_types'] = ['course.created']
  keep('a webhook’s secret', json(await ask(createWebhook, { url, event_types }, admin.token)).secret)
  await ask(createCourse, { course_name: 'Told to a program' }, teacher.token)
  const headers = { 'idempotency-key': made('an idempotency key') }
  await ask(accounts.invite, { email: 'invited@people.test', role: 'student', headers }, admin.token)
  await expect.poll(() => program.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
  keep('a webhook’s signature', String(program.received[0]!.headers['webhook-signature']))

  const said = await processes.end()
  await program.close()
  expect(ids.length).toBeGreaterThan(40)
  expect(ids.filter((id) => !said.web.includes(id))).toEqual([])
  expect(secrets.size).toBeGreaterThan(40)
  expect([...secrets].filter(([, secret]) => said.all.includes(secret)).map(([name]) => name)).toEqual([])
}, 180_000)
