import { expect, test } from 'vitest'
import { invite, loginStudent } from '#accounts/contract.ts'
import { attributesOf, anOtlpReceiver } from '#testing/otlp-receiver.ts'
import { aSchool, testPassword } from '#testing/stories.ts'
import { startProcesses } from './over-tests.ts'
import { call, send } from './send.ts'

const soon = { timeout: 30_000 }
const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

test('traces and metrics reach a receiver, and nothing of people does', async () => {
  const receiver = await anOtlpReceiver()
  const processes = await startProcesses({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-receiver-key=of%20ours',
    OTEL_SERVICE_NAME: 'lyceum-test',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
    OTEL_METRIC_EXPORT_INTERVAL: '500',
  })
  const school = await aSchool()
  const [admin, student] = [await school.admin(), await school.student()]
  const { origin } = processes
  const { host, school_id } = school
  const traceparent = { traceparent: `00-${traceId}-${spanId}-01` }
  const login = { user_code: student.email, password: testPassword, headers: traceparent }
  const { user_token } = JSON.parse((await call(origin, { host }, loginStudent, login)).text)
  await send(origin, { host, path: `/?user_token=${user_token}` })
  await send(origin, { host, path: `/no/such/place?email=${student.email}` })
  const invited = { email: 'somebody.invited@people.test', role: 'student' as const }
  const headers = { 'idempotency-key': 'one invitation' }
  await call(origin, { host, token: admin.token }, invite, { ...invited, headers })

  const spans = () => receiver.spans().filter((span) => attributesOf(span)['lyceum.school_id'] === school_id)
  const named = (name: string) => spans().find((span) => span.name === name)
  const loginName = `POST /api${loginStudent.path}`
  await expect.poll(() => named(loginName), soon).toBeDefined()
  await expect.poll(() => named('job deliverMail'), soon).toBeDefined()
  await expect.poll(() => named('GET /*'), soon).toBeDefined()
  const span = named(loginName)!
  expect(span).toMatchObject({ traceId, parentSpanId: spanId, status: {} })
  expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano))
  expect(attributesOf(span)).toEqual({
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
  const logins = () =>
    receiver
      .metrics()
      .flatMap(({ name, histogram }) =>
        name === 'http.server.request.duration' ? histogram!.dataPoints : [],
      )
      .find((point) => attributesOf(point)['http.route'] === `/api${loginStudent.path}`)
  await expect.poll(logins, soon).toBeDefined()
  expect(logins()).toMatchObject({ count: '1' })
  expect(logins()!.bucketCounts.reduce((sum, count) => sum + Number(count), 0)).toBe(1)

  const [first] = receiver.received
  expect(first!.headers).toMatchObject({ 'x-receiver-key': 'of ours', 'content-type': 'application/json' })
  expect(first!.text).toContain('lyceum-test')
  expect(first!.text).toContain('deployment.environment.name')

  await receiver.close()
  expect((await send(origin, { host, path: '/' })).status).toBe(200)
  await processes.end()
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
