import { describe, expect, test } from 'vitest'
import { setConsent } from '#consent/contract.ts'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { updateSchool } from '#schools/contract.ts'
import { stopCapturingLog, captureLog, resetClock, setClock } from '#testing/harness/harness.ts'
import { getTestPlatform } from '#testing/builders/owner-builder.ts'
import {
  createTestSchool,
  createTestVisitor,
  type TestClient,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from './contract.ts'
import { maxEventsPerDay } from './store-events.ts'

const eventsOf = (school: Pick<TestSchool, 'transact'>) =>
  school.transact(({ tx, school_id }) =>
    tx.selectFrom('usage_events').where('school_id', '=', school_id).selectAll().execute(),
  )

const event = (more: object = {}) => ({ id: newId(), name: 'course_created' as const, at: 1_000, ...more })
const report = (caller: TestClient, events: object[], more: object = {}) =>
  caller.api(contract.recordUsage, {
    action: 'USAGE_EVENTS',
    events: events as never,
    sent_at: 1_000,
    ...more,
  })
const consent = (person: TestClient, is_given = true) =>
  person.api(setConsent, { purpose: 'usage_statistics', is_given })

describe('the person of an event', () => {
  test('is not stored without consent, whatever the request contains', async () => {
    const school = await createTestSchool()
    const [student, admin] = [await school.student(), await school.admin()]
    await report(student, [event()], { user_id: admin.id, user_type: 'admin' })
    await report(school.visitor(), [event()])
    const stored = await eventsOf(school)
    expect(stored.map(({ user_id, user_type }) => [user_id, user_type])).toEqual([
      [null, 'student'],
      [null, null],
    ])
  })

  test('is stored with consent, until consent is withdrawn', async () => {
    const school = await createTestSchool()
    const student = await school.student()
    await consent(student)
    await report(student, [event()])
    await consent(student, false)
    await report(student, [event()])
    expect((await eventsOf(school)).map(({ user_id }) => user_id)).toEqual([student.id, null])
  })

  test.each(['sec-gpc', 'dnt'])('is not stored when the browser sends %s', async (header) => {
    const school = await createTestSchool()
    const student = await school.student()
    await consent(student)
    await student.api(
      contract.recordUsage,
      { action: 'USAGE_EVENTS', events: [event()], sent_at: 1_000 },
      { [header]: '1' },
    )
    await student.api(contract.recordUsage, { action: 'SCHOOL_VISIT', url: '/' }, { [header]: '1' })
    expect((await eventsOf(school)).map(({ user_id }) => user_id)).toEqual([null])
    const visits = await school.transact(({ tx, school_id }) =>
      tx.selectFrom('visits').where('school_id', '=', school_id).select(['user_id', 'user_type']).execute(),
    )
    expect(visits).toEqual([{ user_id: null, user_type: 'student' }])
  })
})

describe('the setting of the school', () => {
  test('stops visits and events at once, and allows them again', async () => {
    const school = await createTestSchool()
    const [admin, student] = [await school.admin(), await school.student()]
    const set = (allow_analytics: boolean) =>
      admin.api(updateSchool, { id: school.school_id, allow_analytics })
    expect(await set(false)).toMatchObject({ allow_analytics: false })
    await expect(report(student, [event()])).rejects.toMatchObject({ code: 'analytics_off', status: 403 })
    const visit = { action: 'SCHOOL_VISIT' as const, url: '/' }
    await expect(student.api(contract.recordUsage, visit)).rejects.toMatchObject({ code: 'analytics_off' })
    expect(await eventsOf(school)).toEqual([])
    await set(true)
    await report(student, [event()])
    await student.api(contract.recordUsage, visit)
    expect(await eventsOf(school)).toHaveLength(1)
  })

  test('cannot be changed by students', async () => {
    const school = await createTestSchool()
    const student = await school.student()
    await expect(
      student.api(updateSchool, { id: school.school_id, allow_analytics: false }),
    ).rejects.toMatchObject({ status: 403 })
  })
})

describe('time', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  test.each([
    ['an hour ago by a clock that is right', -3_600_000, 0, '2026-03-01T11:00:00.000Z'],
    ['an hour ago by a clock that is ten years late', -3_600_000, -3.2e11, '2026-03-01T11:00:00.000Z'],
    ['in the future', 3_600_000, 0, '2026-03-01T12:00:00.000Z'],
    ['a year ago', -3.2e10, 0, '2026-03-01T12:00:00.000Z'],
  ])('%s', async (_what, age, drift, expected) => {
    const school = await createTestSchool()
    setClock(now)
    const sent_at = now.getTime() + drift
    await report(school.visitor(), [event({ at: sent_at + age })], { sent_at }).finally(resetClock)
    const [stored] = await eventsOf(school)
    expect(stored!.occurred_at.toISOString()).toBe(expected)
  })
})

test('stores an event once that is sent twice', async () => {
  const school = await createTestSchool()
  const one = event()
  await report(school.visitor(), [one, event()])
  await report(school.visitor(), [one, one])
  expect(await eventsOf(school)).toHaveLength(2)
})

test('stores pages without query and secrets', async () => {
  const school = await createTestSchool()
  await report(school.visitor(), [
    event({ properties: { page: 'https://x.test/manage?token=1#y', locale: 'fr' } }),
  ])
  expect((await eventsOf(school))[0]!.properties).toEqual({ page: '/manage', locale: 'fr' })
})

test("stores events of the platform's pages without a school", async () => {
  const one = event({ name: 'find_school_viewed' })
  await report(await createTestVisitor(), [one])
  const stored = await eventsOf(await getTestPlatform())
  expect(stored.find(({ id }) => id === one.id)).toMatchObject({ school_id: PLATFORM_ID, user_id: null })
})

test('drops events beyond the daily limit and logs this once', async () => {
  const school = await createTestSchool()
  const { auxDb } = school.app.services.databases
  await report(school.visitor(), [event()])
  await auxDb
    .updateTable('rate_limit_counters')
    .set({ count: maxEventsPerDay - 1 })
    .where('bucket', 'like', `${school.school_id}/usage_events/%`)
    .execute()
  const lines = captureLog()
  for (let round = 0; round < 3; round++) await report(school.visitor(), [event(), event()])
  const loggedLines = lines.filter(({ msg }) => String(msg).startsWith('usage events of today'))
  stopCapturingLog()
  expect(loggedLines).toHaveLength(1)
  expect(await eventsOf(school)).toHaveLength(1)
})

test.each([
  ['no events', { events: undefined }],
  ['an empty batch', { events: [] }],
  ['no time', { sent_at: undefined }],
  ['too many events', { events: Array.from({ length: contract.maxEvents + 1 }, () => event()) }],
  ['an event that nobody declared', { events: [event({ name: 'anything' })] }],
  ['an id that is none', { events: [event({ id: '1' })] }],
  ['a time beyond all time', { events: [event({ at: 9e15 })] }],
  ['a property that nobody declared', { events: [event({ properties: { email: 'a@b.test' } })] }],
  ['a long property', { events: [event({ properties: { page: 'x'.repeat(256) } })] }],
  ['nested properties', { events: [event({ properties: { page: { deep: [] } } })] }],
])('refuses %s', async (_what, invalid) => {
  const school = await createTestSchool()
  const body = { action: 'USAGE_EVENTS', events: [event()], sent_at: 1, ...invalid }
  await expect(school.visitor().api(contract.recordUsage, body as never)).rejects.toMatchObject({
    status: 422,
  })
  expect(await eventsOf(school)).toEqual([])
})
