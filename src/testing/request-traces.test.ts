import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { invite } from '#accounts/contract.ts'
import { createApp, type App } from '#app.ts'
import { jobs as mailJobs } from '#mail/jobs.ts'
import { sendOutbound } from '#platform/outbound/index.ts'
import { silentLog } from '#platform/telemetry/log.ts'
import { openTelemetry, type Telemetry } from '#platform/telemetry/telemetry.ts'
import { defineJob } from '#tenancy/jobs/define-job.ts'
import { startWorker, type Worker } from '#tenancy/jobs/worker.ts'
import { createTestSchool, getTestApp } from '#testing/builders/school-builder.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { otlpAttributes, startOtlpReceiver, type ReceivedSpan } from '#testing/fakes/otlp-receiver.ts'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { webClientHeaders } from '#testing/harness/web-client.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const callerSpanId = 'b7ad6b7169203331'
const server = 2
const client = 3
const producer = 4
const consumer = 5
const soon = { timeout: 45_000 }

/** A server that stores the headers of its requests by host name. */
async function startHeaderServer() {
  const headers = new Map<string, string | undefined>()
  const http = createServer((request, response) => {
    const host = request.headers.host!.split(':')[0]!
    headers.set(host, request.headers.traceparent as string | undefined)
    response.writeHead(host === 'localhost' ? 200 : 503).end()
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return { http, headers, port: (http.address() as AddressInfo).port }
}

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let mails: Awaited<ReturnType<typeof startMailServer>>
let outside: Awaited<ReturnType<typeof startHeaderServer>>
let telemetry: Telemetry
let app: App
let origin: string
let worker: Worker

const callServers = defineJob<{ hosts: string[] }>({
  name: 'test-outbound',
  transaction: 'own',
  async run(_ctx, { hosts }) {
    for (const host of hosts)
      await sendOutbound({
        method: 'GET',
        url: `http://${host}:${outside.port}/path?key=secret`,
        allowLoopback: true,
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      })
  },
})
const failing = defineJob({
  name: 'test-failing',
  async run() {
    throw Object.assign(new Error('amina@people.test is unknown'), { code: 'E_TEST' })
  },
})

beforeAll(async () => {
  receiver = await startOtlpReceiver()
  mails = await startMailServer()
  outside = await startHeaderServer()
  const { config } = (await getTestApp()).services
  const suffix = `w${process.env.VITEST_POOL_ID ?? '0'}`
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const settings = {
    tracesUrl: `${receiver.url}/v1/traces`,
    metricsUrl: null,
    headers: {},
    attributes: { 'service.name': 'lyceum-test' },
    share: 1,
    followsParent: true,
    interval: 60_000,
    timeout: 5_000,
  }
  telemetry = (await openTelemetry(settings, { ownDomain: 'localhost', log: silentLog }))!
  app = await createApp({
    config: { ...config, smtpUrl: mails.url, mailNeedsTls: false },
    databaseUrl: urls.appUrl,
    pages: 'none',
    telemetry,
  })
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const jobs = [...mailJobs, callServers, failing]
  worker = await startWorker({
    jobs,
    services: app.services,
    ownerUrl: urls.ownerUrl,
    log: app.http.log as never,
  })
})
afterAll(async () => {
  await worker.stop()
  await app.close()
  await telemetry.close()
  await Promise.all([receiver.close(), mails.close(), new Promise((done) => outside.http.close(done))])
})

/** Sends a request with its body after its headers, so that it arrives in several events. */
async function post(path: string, headers: Record<string, string>, body: object) {
  const request = httpRequest(origin + path, {
    method: 'POST',
    headers: { ...webClientHeaders, 'content-type': 'application/json', ...headers },
  })
  const arrived = once(app.http.server, 'request')
  request.flushHeaders()
  await arrived
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

const spans = () => receiver.spans()
const childrenOf = ({ spanId }: ReceivedSpan) => spans().filter(({ parentSpanId }) => parentSpanId === spanId)

async function spanWhere(matches: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
  await expect.poll(() => spans().find(matches), soon).toBeDefined()
  return spans().find(matches)!
}

const runOf = ({ name }: { name: string }, { school_id }: { school_id: string }) =>
  spanWhere(
    (span) => span.name === `process ${name}` && otlpAttributes(span)['lyceum.school_id'] === school_id,
  )

test("links a request, its statements, its job and the job's mail in one trace", async () => {
  const school = await createTestSchool()
  const admin = await school.admin()
  const email = 'invited.person@people.test'
  const headers = {
    host: school.host,
    'x-access-token': admin.token,
    traceparent: `00-${traceId}-${callerSpanId}-01`,
  }
  const status = await post(`/api${invite.path}`, headers, { email, role: 'student' })
  expect(status).toBeLessThan(300)

  const request = await spanWhere(({ name }) => name === `POST /api${invite.path}`)
  expect(request).toMatchObject({ traceId, parentSpanId: callerSpanId, kind: server, status: {} })
  expect(otlpAttributes(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': `/api${invite.path}`,
    'http.response.status_code': status,
    'lyceum.school_id': school.school_id,
  })

  const insert = childrenOf(request).find(({ name }) => name === 'INSERT mail_outbox')!
  expect(insert).toMatchObject({ traceId, kind: client, status: {} })
  expect(otlpAttributes(insert)).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.collection.name': 'mail_outbox',
  })
  expect(childrenOf(request).map(({ name }) => name)).toContain('COMMIT')

  const send = childrenOf(request).find(({ name }) => name === 'send deliverMail')!
  expect(send).toMatchObject({ traceId, kind: producer })
  expect(otlpAttributes(send)).toEqual({
    'messaging.system': 'graphile_worker',
    'messaging.operation.name': 'send',
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'deliverMail',
  })
  expect(childrenOf(send)).toMatchObject([{ name: 'SELECT', kind: client, traceId }])

  const run = await spanWhere(
    ({ name, links = [] }) =>
      name === 'process deliverMail' && links.some(({ spanId }) => spanId === send.spanId),
  )
  expect(run).toMatchObject({ kind: consumer, status: {}, links: [{ traceId, spanId: send.spanId }] })
  expect(run.parentSpanId).toBeUndefined()
  expect(run.traceId).not.toBe(traceId)
  expect(otlpAttributes(run)).toMatchObject({
    'messaging.destination.name': 'deliverMail',
    'messaging.operation.type': 'process',
    'lyceum.school_id': school.school_id,
  })
  const inRun = childrenOf(run).filter((span) => span.traceId === run.traceId)
  expect(inRun.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['SELECT mail_outbox', 'UPDATE mail_outbox', 'smtp send']),
  )
  const mail = inRun.find(({ name }) => name === 'smtp send')!
  expect(mail.kind).toBe(client)
  expect(otlpAttributes(mail)).toEqual({
    'network.protocol.name': 'smtp',
    'server.address': '127.0.0.1',
    'server.port': mails.port,
    'lyceum.school_id': school.school_id,
  })
  expect(BigInt(mail.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(run.startTimeUnixNano))
  expect(BigInt(mail.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(run.endTimeUnixNano))
  const sent = receiver.received.map(({ text }) => text).join('\n')
  expect([email, admin.id, admin.token].filter((text) => sent.includes(text))).toEqual([])
})

test('records calls of a job as child spans, and sends trace headers to our hosts only', async () => {
  const school = await createTestSchool()
  const [own, third] = ['localhost', '127.0.0.1']
  await school.transact((ctx) => ctx.enqueue(callServers, { hosts: [own, third] }))
  const run = await runOf(callServers, school)
  const calls = childrenOf(run).filter(({ name }) => name === 'GET')
  expect(calls.map((call) => otlpAttributes(call))).toEqual([
    {
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'server.address': own,
      'server.port': outside.port,
      'http.response.status_code': 200,
    },
    {
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'server.address': third,
      'server.port': outside.port,
      'http.response.status_code': 503,
      'error.type': '503',
    },
  ])
  expect(calls.map(({ kind, status }) => ({ kind, status }))).toEqual([
    { kind: client, status: {} },
    { kind: client, status: { code: 2 } },
  ])
  expect(outside.headers.get(own)).toBe(`00-${run.traceId}-${calls[0]!.spanId}-01`)
  expect(outside.headers.has(third)).toBe(true)
  expect(outside.headers.get(third)).toBeUndefined()
})

test('marks the span of a failed job with the error code, without its message', async () => {
  const school = await createTestSchool()
  await school.transact((ctx) => ctx.enqueue(failing, {}))
  const run = await runOf(failing, school)
  expect(run.status).toEqual({ code: 2 })
  expect(otlpAttributes(run)['error.type']).toBe('E_TEST')
  expect(JSON.stringify(run)).not.toContain('amina')
})
