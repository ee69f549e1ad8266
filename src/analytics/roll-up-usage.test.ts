import { expect, test } from 'vitest'
import { newId } from '#platform/security/tokens.ts'
import { runJob } from '#testing/builders/queue.ts'
import { createTestSchool, type TestSchool } from '#testing/builders/school-builder.ts'
import { rollUpUsageJobDefinition } from './jobs.ts'

const hour = 3_600_000
const day = 24 * hour

interface Row {
  at: Date
  name?: string
  user_id?: string | null
  user_type?: string | null
}

const addEvents = (school: TestSchool, rows: Row[]) =>
  school.transact(({ tx, school_id }) =>
    tx
      .insertInto('usage_events')
      .values(
        rows.map(({ at, name = 'course_created', user_id = null, user_type = null }) => ({
          school_id,
          id: newId(),
          name,
          user_id,
          user_type,
          request_source: 'web',
          occurred_at: at,
        })),
      )
      .execute(),
  )
const addVisits = (school: TestSchool, rows: Row[]) =>
  school.transact(({ tx, school_id }) =>
    tx
      .insertInto('visits')
      .values(
        rows.map(({ at, user_id = null, user_type = null }) => ({
          school_id,
          id: newId(),
          url: '/',
          user_id,
          user_type,
          created_at: at,
        })),
      )
      .execute(),
  )
const daysOf = (school: TestSchool) =>
  school.transact(async ({ tx, school_id }) =>
    (
      await tx
        .selectFrom('usage_daily_counts')
        .where('school_id', '=', school_id)
        .select(({ fn, cast, ref }) => [
          cast<string>(ref('day'), 'text').as('day'),
          'name',
          'user_type',
          fn<number>('int4', ['events_count']).as('events_count'),
          'people_count',
        ])
        .orderBy('day')
        .orderBy('name')
        .orderBy('user_type')
        .execute()
    ).map((row) => Object.values(row).join(' ')),
  )
const count = (school: TestSchool, table: 'usage_events' | 'visits') =>
  school.transact(({ tx, school_id }) =>
    tx.selectFrom(table).where('school_id', '=', school_id).selectAll().execute(),
  )
/** Runs the job at the time `now`. */
const runAt = (school: TestSchool, now: Date) =>
  runJob(
    { transact: (work) => school.transact((ctx) => work({ ...ctx, now })) },
    rollUpUsageJobDefinition,
    {},
  )

const lagos = { time_zone: 'Africa/Lagos' }
const noon = new Date('2026-03-10T11:00:00Z')
const before = (ms: number) => new Date(noon.getTime() - ms)

test('counts a finished day by event and role, in the time zone of the school', async () => {
  const school = await createTestSchool(lagos)
  const [one, other] = [newId(), newId()]
  await addEvents(school, [
    { at: new Date('2026-03-08T23:30:00Z'), user_id: one, user_type: 'teacher' },
    { at: new Date('2026-03-09T22:30:00Z'), user_id: one, user_type: 'teacher' },
    { at: new Date('2026-03-09T12:00:00Z'), user_id: other, user_type: 'teacher' },
    { at: new Date('2026-03-09T12:00:00Z'), user_type: 'teacher' },
    { at: new Date('2026-03-09T12:00:00Z') },
    { at: new Date('2026-03-08T22:30:00Z'), name: 'school_created' },
    { at: new Date('2026-03-09T23:30:00Z') },
  ])
  await addVisits(school, [{ at: new Date('2026-03-09T12:00:00Z'), user_type: 'student' }])
  await runAt(school, noon)
  expect(await daysOf(school)).toEqual([
    '2026-03-08 school_created visitor 1 0',
    '2026-03-09 SCHOOL_VISIT student 1 0',
    '2026-03-09 course_created teacher 4 2',
    '2026-03-09 course_created visitor 1 0',
  ])
})

test('counts nothing twice and includes late events', async () => {
  const school = await createTestSchool(lagos)
  await addEvents(school, [{ at: before(day) }, { at: before(2 * day) }])
  await runAt(school, noon)
  await addEvents(school, [{ at: before(day) }])
  await runAt(school, noon)
  expect(await daysOf(school)).toEqual([
    '2026-03-08 course_created visitor 1 0',
    '2026-03-09 course_created visitor 2 0',
  ])
})

test('deletes expired rows and keeps their counts', async () => {
  const school = await createTestSchool(lagos)
  const { retentionDays } = school.app.services.config.analytics
  await addEvents(school, [{ at: before(2 * day) }, { at: before(day) }])
  await addVisits(school, [
    { at: before(2 * day), user_id: newId() },
    { at: before(day), user_id: newId() },
  ])
  await runAt(school, noon)
  const counted = await daysOf(school)
  await runAt(school, new Date(noon.getTime() + (retentionDays - 1) * day - hour))
  expect(await count(school, 'usage_events')).toHaveLength(1)
  const late = new Date(noon.getTime() + (retentionDays + 1) * day)
  await runAt(school, late)
  await runAt(school, late)
  expect(await count(school, 'usage_events')).toEqual([])
  // Lists of schools show the time of the newest visit, without the person.
  expect(await count(school, 'visits')).toMatchObject([{ created_at: before(day), user_id: null }])
  expect(await daysOf(school)).toEqual(counted)
})

test('counts before it deletes, even after months without a worker', async () => {
  const school = await createTestSchool(lagos)
  await addEvents(school, [{ at: before(200 * day) }])
  await runAt(school, noon)
  expect(await daysOf(school)).toHaveLength(1)
  expect(await count(school, 'usage_events')).toEqual([])
})

test('neither counts nor deletes rows of another school', async () => {
  const [school, other] = [await createTestSchool(lagos), await createTestSchool(lagos)]
  await addEvents(other, [{ at: before(200 * day) }])
  await runAt(school, noon)
  expect(await daysOf(school)).toEqual([])
  expect(await count(other, 'usage_events')).toHaveLength(1)
})
