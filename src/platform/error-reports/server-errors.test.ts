import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startErrorReceiver } from '#testing/fakes/error-receiver.ts'
import { logOptions, reportLoggedErrors } from '../telemetry/log.ts'
import { parseDsn } from '../config/sentry-dsn.ts'
import { scrubValue, scrubText } from './scrub-value.ts'
import { createEnvelopeSender, maxWaitingBytes } from './sender.ts'
import { createServerErrorReporter, maxPerMinute } from './server-errors.ts'

let receiver: Awaited<ReturnType<typeof startErrorReceiver>>
let now = 0
const warn = vi.fn()

beforeEach(async () => {
  receiver = await startErrorReceiver()
  now = 1_000_000
  warn.mockReset()
})
afterEach(async () => {
  reportLoggedErrors(undefined)
  await receiver.close()
})

const aSender = () => createEnvelopeSender({ dsn: parseDsn(receiver.dsn)!, log: { warn }, now: () => now })
const log = pino(logOptions('error'), { write() {} })

test('reports every logged error with the id of its log line', async () => {
  const sender = aSender()
  reportLoggedErrors(
    createServerErrorReporter({
      sender,
      environment: 'production',
      release: null,
      tagFields: ['school_id'],
      now: () => now,
    }),
  )
  const request = log.child({ reqId: '0197-request', url: '/secret' })
  request.error({ err: new TypeError('no mail to amara@people.test') }, 'request failed')
  log.error({ err: new Error('x'), job: 'sendMail', job_id: '7', school_id: 's1' }, 'job parked')
  log.error({ code: 'nothing' }, 'no error')
  log.warn({ err: new Error('a warning') }, 'a warning')
  await sender.drained()
  const [first, second, ...others] = receiver.items('event')
  expect(first).toMatchObject({
    platform: 'node',
    level: 'error',
    environment: 'production',
    timestamp: 1_000,
    transaction: 'request failed',
    tags: { request_id: '0197-request' },
    exception: { values: [{ type: 'TypeError', value: 'no mail to [email]' }] },
  })
  expect(first.exception.values[0].stacktrace.frames.at(-1)).toMatchObject({
    filename: 'src/platform/error-reports/server-errors.test.ts',
    in_app: true,
  })
  expect(second.tags).toEqual({ job: 'sendMail', job_id: '7', school_id: 's1' })
  expect(others).toEqual([])
  expect(receiver.reports[0]!.raw).not.toContain('/secret')
  expect(receiver.refused).toEqual([])
})

test('limits the number of reports per minute', async () => {
  const sender = aSender()
  reportLoggedErrors(createServerErrorReporter({ sender, environment: 'test', release: '1', now: () => now }))
  for (let n = 0; n < 5 * maxPerMinute; n++) log.error({ err: new Error(`${n}`) }, 'flood')
  await sender.drained()
  expect(receiver.reports).toHaveLength(maxPerMinute)
  now += 60_000
  log.error({ err: new Error('next') }, 'flood')
  await sender.drained()
  expect(receiver.reports).toHaveLength(maxPerMinute + 1)
})

const envelope = (payload = '{}') => ({ event_id: null, items: [{ type: 'event', payload }] })

test('pauses as long as the service asks', async () => {
  const sender = aSender()
  receiver.answer({ status: 429, headers: { 'retry-after': '120' } })
  sender.send(envelope())
  await sender.drained()
  receiver.answer({ status: 200 })
  now += 119_000
  sender.send(envelope())
  await sender.drained()
  expect(receiver.reports).toHaveLength(1)
  now += 2_000
  sender.send(envelope())
  await sender.drained()
  expect(receiver.reports).toHaveLength(2)
})

test('logs one warning for an unavailable service, and never waits for it', async () => {
  const sender = aSender()
  await receiver.close()
  sender.send(envelope())
  await sender.drained()
  sender.send(envelope())
  await sender.drained()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('limits the bytes of waiting reports', async () => {
  const sender = aSender()
  const half = JSON.stringify('x'.repeat(maxWaitingBytes / 2))
  for (let n = 0; n < 10; n++) sender.send(envelope(half))
  await sender.drained()
  expect(receiver.reports).toHaveLength(1)
})

test.each([
  ['https://key@errors.example/1', 'https://errors.example/api/1/envelope/'],
  ['https://key@errors.example:9000/sentry/12', 'https://errors.example:9000/sentry/api/12/envelope/'],
  ['https://key:secret@errors.example/1', undefined],
  ['https://errors.example/1', undefined],
  ['https://key@errors.example/', undefined],
  ['ftp://key@errors.example/1', undefined],
  ['nonsense', undefined],
])('maps the DSN %s to %s', (text, url) => expect(parseDsn(text)?.envelopeUrl).toBe(url))

test('removes addresses and codes from texts, and keeps what identifies the error', () => {
  const code = randomBytes(32).toString('base64url').replace(/^\W+/, 'a1')
  expect(scrubText(`at https://x.test/a?token=${code}&topic=2 for a.b+c@x.test`)).toBe(
    'at /a?topic=2 for [email]',
  )
  expect(scrubText('0197a2b3-0000-7000-8000-000000000001 in doSomethingWithAVeryLongNameIndeedYes')).toBe(
    '0197a2b3-0000-7000-8000-000000000001 in doSomethingWithAVeryLongNameIndeedYes',
  )
  expect(scrubValue({ a: { email: 'x', cookies: {}, b: [{ password: 1, c: 'd' }] } })).toEqual({
    a: { b: [{ c: 'd' }] },
  })
  const deep = JSON.parse('{"a":'.repeat(500) + '1' + '}'.repeat(500)) as unknown
  expect(JSON.stringify(scrubValue(deep)).length).toBeLessThan(100)
})
