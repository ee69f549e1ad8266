import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setConsent } from '#consent/contract.ts'
import { parseDsn } from '#platform/config/sentry-dsn.ts'
import { createErrorSender } from '#platform/error-reports/create-error-sender.ts'
import { startErrorReceiver } from '#testing/fakes/error-receiver.ts'
import {
  createTestSchool,
  createTestVisitor,
  getTestApp,
  type TestClient,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'

let receiver: Awaited<ReturnType<typeof startErrorReceiver>>
let school: TestSchool

const event_id = '0123456789abcdef0123456789abcdef'
const anEvent = (more: object = {}) => ({
  event_id,
  platform: 'javascript',
  exception: { values: [{ type: 'TypeError', value: 'x is undefined' }] },
  ...more,
})
type Item = [type: string, payload: object | string]
const envelope = (...items: Item[]) =>
  [
    JSON.stringify({ event_id, dsn: 'https://their@own.example/1', sent_at: '2026-01-01T00:00:00Z' }),
    ...items.flatMap(([type, payload]) => [
      JSON.stringify({ type }),
      typeof payload === 'string' ? payload : JSON.stringify(payload),
    ]),
  ].join('\n')

async function setReporting(on: boolean) {
  const { config } = (await getTestApp()).services
  config.errorReporting = on
    ? { dsn: parseDsn(receiver.dsn)!, environment: 'production', release: '1.2.3' }
    : null
}
async function report(caller: TestClient, text: string, headers?: Record<string, string>) {
  await caller.api(contract.sendErrorReport, { envelope: text }, headers)
  const { config, log } = (await getTestApp()).services
  await createErrorSender(config.errorReporting!, log).drained()
}

beforeAll(async () => {
  receiver = await startErrorReceiver()
  school = await createTestSchool()
})
beforeEach(async () => {
  receiver.reports.splice(0)
  await setReporting(true)
})
afterAll(async () => {
  await setReporting(false)
  await receiver.close()
})

test('accepts nothing without a configured service', async () => {
  await setReporting(false)
  await expect(
    school.visitor().api(contract.sendErrorReport, { envelope: envelope(['event', anEvent()]) }),
  ).rejects.toMatchObject({ status: 404 })
  expect([receiver.reports, receiver.refused]).toEqual([[], []])
})

test('forwards a report with the platform’s key and without personal data', async () => {
  const student = await school.student()
  const secret = 'Zk3v9QmX2pLr7TtYw8BnHcJ6sDgA4eFu1'
  await report(
    student,
    envelope([
      'event',
      anEvent({
        user: { id: student.id, email: student.email, ip_address: '{{auto}}', username: student.name },
        request: {
          url: `https://${school.host}/create-password?token=${secret}&topic=1`,
          headers: { 'User-Agent': 'x', Cookie: secret },
        },
        exception: { values: [{ type: 'Error', value: `Mail to ${student.email} with ${secret} failed` }] },
        breadcrumbs: Array.from({ length: 100 }, (_, n) => ({
          message: `b${n}`,
          data: { url: `/x?code=${secret}` },
        })),
        tags: { request_id: '0197-abc', school_id: 'theirs' },
        environment: 'theirs',
      }),
    ]),
  )
  const [event] = receiver.items('event')
  expect(event).toMatchObject({
    event_id,
    environment: 'production',
    release: '1.2.3',
    request: { url: '/create-password?topic=1' },
    exception: { values: [{ value: 'Mail to [email] with [code] failed' }] },
    tags: { request_id: '0197-abc', school_id: school.school_id, user_type: 'student' },
  })
  expect(event.user).toBeUndefined()
  expect(event.breadcrumbs).toHaveLength(30)
  expect(event.breadcrumbs.at(-1)).toEqual({ message: 'b99', data: { url: '/x' } })
  const { raw, header } = receiver.reports[0]!
  for (const hidden of [student.id, student.email, student.name, secret, 'own.example'])
    expect(raw).not.toContain(hidden)
  expect(header.event_id).toBe(event_id)
})

describe('with consent', () => {
  test('marks reports of one person with a pseudonym, until consent is withdrawn', async () => {
    const [one, other] = [await school.student(), await school.student()]
    const all = [one, other]
    for (const person of all) await person.api(setConsent, { purpose: 'error_reports', is_given: true })
    for (const person of [one, one, other])
      await report(person, envelope(['event', anEvent({ user: { id: person.id } })]))
    await report(one, envelope(['event', anEvent()]), { 'sec-gpc': '1' })
    await one.api(setConsent, { purpose: 'error_reports', is_given: false })
    await report(one, envelope(['event', anEvent({ user: { id: one.id } })]))
    const users = receiver.items('event').map(({ user }) => user?.id as string | undefined)
    expect(users[0]).toMatch(/^[\w-]{22}$/)
    expect(users).toEqual([users[0], users[0], users[2], undefined, undefined])
    expect(users[2]).not.toBe(users[0])
    expect(receiver.reports.map(({ raw }) => raw).join()).not.toContain(one.id)
  })

  test('forwards a screen recording of a person with consent and drops all others', async () => {
    const student = await school.student()
    const recording = `{"segment_id":0}\n[{"type":4,"data":{"href":"https://x.test/?user_token=abc&topic=1#a","to":"a@b.test"}}]`
    const both: Item[] = [
      ['replay_event', { replay_id: event_id, urls: [`https://${school.host}/?user_token=abc`] }],
      ['replay_recording', recording],
    ]
    const text = [
      JSON.stringify({ event_id }),
      ...both.flatMap(([type, payload]) => {
        const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
        return [JSON.stringify({ type, length: Buffer.byteLength(body) }), body]
      }),
    ].join('\n')
    await report(student, text)
    await report(school.visitor(), text)
    expect(receiver.reports).toEqual([])
    await student.api(setConsent, { purpose: 'error_reports', is_given: true })
    await report(student, text)
    expect(receiver.items('replay_recording')).toEqual([
      '{"segment_id":0}\n[{"type":4,"data":{"href":"https://x.test/?user_token=&topic=1#a","to":"[email]"}}]',
    ])
    expect(receiver.items('replay_event')).toMatchObject([{ urls: ['/'] }])
  })
})

test('forwards reports and traces of the platform’s pages, and drops other items', async () => {
  const text = envelope(
    ['transaction', { event_id, transaction: '/find-school', start_timestamp: 1, timestamp: 2 }],
    ['session', { sid: '1' }],
    ['client_report', {}],
    ['attachment', 'x'],
    ['event', { event_id, message: 'x'.repeat(70_000) }],
  )
  await (
    await createTestVisitor()
  ).api(contract.sendErrorReport, {
    envelope: gzipSync(text).toString('base64'),
    encoding: 'gzip',
  })
  const { config, log } = (await getTestApp()).services
  await createErrorSender(config.errorReporting!, log).drained()
  expect(receiver.reports.map(({ items }) => items.map(({ type }) => type))).toEqual([['transaction']])
})

test('decompresses an envelope up to a limit', async () => {
  const pack = (text: string) => ({ envelope: gzipSync(text).toString('base64'), encoding: 'gzip' as const })
  const visitor = school.visitor()
  await visitor.api(contract.sendErrorReport, pack(envelope(['event', anEvent()])))
  const { config, log } = (await getTestApp()).services
  await createErrorSender(config.errorReporting!, log).drained()
  expect(receiver.items('event')).toHaveLength(1)
  const bomb = pack(envelope(['event', anEvent({ message: 'x'.repeat(50_000_000) })]))
  for (const body of [bomb, { envelope: 'AAAA', encoding: 'gzip' as const }])
    await expect(visitor.api(contract.sendErrorReport, body)).rejects.toMatchObject({ status: 422 })
})

test.each([
  ['no envelope', 'hello'],
  ['a list', '[]'],
  ['an item without a type', '{}\n{}\n{}'],
  ['a length beyond the end', '{}\n{"type":"event","length":99}\n{}'],
  ['a negative length', '{}\n{"type":"event","length":-1}\n{}'],
  ['too many items', `{}\n${'{"type":"event"}\n{}\n'.repeat(11)}`],
])('refuses %s', async (_what, text) => {
  await expect(school.visitor().api(contract.sendErrorReport, { envelope: text })).rejects.toMatchObject({
    status: 422,
  })
})

test('accepts recordings of logged-in people only, because they are long', async () => {
  const student = await school.student()
  await student.api(setConsent, { purpose: 'error_reports', is_given: true })
  const noise = randomBytes(150_000).toString('base64')
  const text = envelope(['replay_event', { replay_id: event_id }], ['replay_recording', noise])
  const body = { envelope: gzipSync(text).toString('base64'), encoding: 'gzip' as const }
  expect(body.envelope.length).toBeGreaterThan(150_000)
  await student.api(contract.sendErrorRecording, body)
  const { config, log } = (await getTestApp()).services
  await createErrorSender(config.errorReporting!, log).drained()
  expect(receiver.items('replay_recording')).toEqual([noise])
  await expect(school.visitor().api(contract.sendErrorRecording, body)).rejects.toMatchObject({ status: 401 })
  await expect(school.visitor().api(contract.sendErrorReport, body)).rejects.toMatchObject({ status: 413 })
})

test('refuses a flood from one network', async () => {
  const text = envelope(['event', anEvent()])
  await report(school.visitor(), text)
  const { auxDb } = school.app.services.databases
  await auxDb
    .updateTable('rate_limit_counters')
    .set({ count: 300 })
    .where('bucket', 'like', `${school.school_id}/sendErrorReport/%`)
    .execute()
  await expect(report(school.visitor(), text)).rejects.toMatchObject({ code: 'too_many_requests' })
})
