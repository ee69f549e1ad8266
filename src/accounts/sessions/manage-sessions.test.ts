import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PLATFORM_ID } from '#tenancy/hosts/school.ts'
import { newId } from '#platform/security/tokens.ts'
import { getTestApp } from '#testing/harness/harness.ts'
import { runJob } from '#testing/builders/queue.ts'
import {
  createTestSchool,
  createTestAccount,
  resetClock,
  setClock,
  testPassword,
  type TestSchool,
} from '#testing/builders/school-builder.ts'
import * as contract from '../contract.ts'
import { deleteExpiredJobDefinition, deleteExpiredAccountDataJobDefinition } from '../jobs.ts'

let school: TestSchool
const day = 86_400_000

beforeEach(async () => {
  school = await createTestSchool()
})
afterEach(resetClock)

const unauthenticated = { status: 401, code: 'unauthenticated' }

async function secondSession(user_code: string) {
  const { user_token } = await school
    .visitor()
    .api(contract.loginStudent, { user_code, password: testPassword })
  return { 'x-access-token': user_token }
}

test('ends the current session on logout and no other', async () => {
  await expect(school.visitor().api(contract.logout, {})).rejects.toMatchObject(unauthenticated)
  const student = await school.student()
  const other = await secondSession(student.email)
  await expect(student.api(contract.logout, {})).resolves.toEqual({ ok: true })
  await expect(student.api(contract.logout, {})).rejects.toMatchObject(unauthenticated)
  await expect(school.visitor().api(contract.getMe, {}, other)).resolves.toMatchObject({ id: student.id })
})

test('lists and ends only one’s own sessions', async () => {
  await expect(school.visitor().api(contract.listSessions, {})).rejects.toMatchObject(unauthenticated)
  const student = await school.student()
  const other = await secondSession(student.email)
  const visitor = await school.student()
  const { data } = await student.api(contract.listSessions, {})
  expect(data.filter((session) => session.is_current)).toHaveLength(1)
  expect(data).toHaveLength(2)
  expect(JSON.stringify(data)).not.toContain(student.token)
  const session_id = data.find((session) => !session.is_current)!.id
  const admin = await school.admin()
  for (const person of [visitor, admin])
    await expect(person.api(contract.revokeSession, { session_id })).rejects.toMatchObject({
      code: 'not_found',
    })
  await expect(student.api(contract.revokeSession, { session_id })).resolves.toEqual({ ok: true })
  await expect(school.visitor().api(contract.getMe, {}, other)).rejects.toMatchObject(unauthenticated)
  await expect(student.api(contract.revokeSession, { session_id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(student.api(contract.revokeSession, { session_id: newId() })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('shows the network, and ends all others at once', async () => {
  const student = await school.student()
  const others = [await secondSession(student.email), await secondSession(student.email)]
  const visitor = await school.student()
  const { data } = await student.api(contract.listSessions, {})
  expect(data.map(({ address }) => address)).toEqual(['127.0.0.x', '127.0.0.x', ''])
  await expect(student.api(contract.revokeOtherSessions, {})).resolves.toEqual({ ok: true })
  for (const other of others)
    await expect(school.visitor().api(contract.getMe, {}, other)).rejects.toMatchObject(unauthenticated)
  const left = await student.api(contract.listSessions, {})
  expect(left.data.map(({ is_current }) => is_current)).toEqual([true])
  await expect(visitor.api(contract.getMe, {})).resolves.toMatchObject({ id: visitor.id })
})

test('lists page by page', async () => {
  const student = await school.student()
  for (let index = 0; index < 4; index++) await secondSession(student.email)
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await student.api(contract.listSessions, { limit: 2, ...(cursor && { cursor }) })
    ids.push(...page.data.map((session) => session.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(ids).size).toBe(5)
})

test('expires a session 30 days after its last use', async () => {
  const student = await school.student()
  const headers = await secondSession(student.email)
  const start = Date.now()
  const me = () => school.visitor().api(contract.getMe, {}, headers)
  const expiry = () =>
    school.transact(({ tx, school_id }) =>
      tx
        .selectFrom('sessions')
        .where('school_id', '=', school_id)
        .where('user_id', '=', student.id)
        .select('expires_at')
        .execute(),
    )
  setClock(new Date(start + 20 * day))
  await me()
  await vi.waitFor(async () =>
    expect(Math.max(...(await expiry()).map((row) => row.expires_at.getTime()))).toBeGreaterThan(
      start + 49 * day,
    ),
  )
  setClock(new Date(start + 45 * day))
  await expect(me()).resolves.toMatchObject({ id: student.id })
  await vi.waitFor(async () =>
    expect((await me()).last_seen_at).toBe(new Date(start + 45 * day).toISOString()),
  )
  setClock(new Date(start + 76 * day))
  await expect(me()).rejects.toMatchObject(unauthenticated)
})

test('rejects invalid tokens and those of another host', async () => {
  const account = await createTestAccount()
  const student = await school.student()
  const other = await createTestSchool()
  const me = (token: string, at = school) => at.visitor().api(contract.getMe, {}, { 'x-access-token': token })
  await expect(me(account.token)).rejects.toMatchObject(unauthenticated)
  await expect(me(student.token, other)).rejects.toMatchObject(unauthenticated)
  for (const token of ['x', ' ', "' or 1=1", 'x'.repeat(3_000), student.token.slice(1)])
    await expect(me(token)).rejects.toMatchObject(unauthenticated)
})

describe('the cleanup job', () => {
  const rows = async () =>
    school.transact(async ({ tx, school_id }) => ({
      sessions: (await tx.selectFrom('sessions').where('school_id', '=', school_id).select('id').execute())
        .length,
      tokens: (
        await tx.selectFrom('one_time_tokens').where('school_id', '=', school_id).select('user_id').execute()
      ).length,
    }))

  test('deletes expired rows only', async () => {
    const student = await school.student()
    await student.api(contract.createHandoff, {})
    await school.transact(({ tx, school_id }) =>
      tx
        .insertInto('sessions')
        .values({
          school_id,
          id: newId(),
          user_id: student.id,
          token_hash: Buffer.from('old'),
          expires_at: new Date(Date.now() - 1),
        })
        .execute(),
    )
    expect(await rows()).toEqual({ sessions: 2, tokens: 1 })
    await runJob(school, deleteExpiredJobDefinition, {})
    expect(await rows()).toEqual({ sessions: 1, tokens: 1 })
    const later = {
      ...school,
      transact: <T>(work: (ctx: never) => Promise<T>) =>
        school.transact((ctx) => work({ ...ctx, now: new Date(Date.now() + 2 * 3_600_000) } as never)),
    }
    await runJob(later as never, deleteExpiredJobDefinition, {})
    expect(await rows()).toEqual({ sessions: 1, tokens: 0 })
  })

  test('of the platform deletes old counters and expired account sessions', async () => {
    const account = await createTestAccount()
    const { db } = school.app.services.databases
    const old = new Date(Date.now() - 3 * day)
    await db
      .insertInto('rate_limit_counters')
      .values({ bucket: `old/${account.id}`, window_start: old, count: 1 })
      .execute()
    await db
      .insertInto('account_sessions')
      .values({ token_hash: Buffer.from(account.id), id: newId(), account_id: account.id, expires_at: old })
      .execute()
    await runJob(
      { transact: (work) => school.transact((ctx) => work({ ...ctx, school_id: ctx.school_id })) },
      deleteExpiredAccountDataJobDefinition,
      {},
    )
    const left = await db
      .selectFrom('rate_limit_counters')
      .where('bucket', '=', `old/${account.id}`)
      .selectAll()
      .execute()
    const sessions = await db
      .selectFrom('account_sessions')
      .where('account_id', '=', account.id)
      .selectAll()
      .execute()
    expect([left.length, sessions.length]).toEqual([0, 1])
    expect(PLATFORM_ID).not.toBe(school.school_id)
  })
})

describe('a login in the same browser', () => {
  const credentials = (user_code: string) => ({ user_code, password: testPassword })

  test('ends the browser’s previous session of any person, and no other', async () => {
    const [before, after] = [await school.student(), await school.student()]
    const otherSession = await secondSession(before.email)
    const { user_token } = await before.api(contract.loginStudent, credentials(after.email))
    await expect(before.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
    await expect(school.visitor().api(contract.getMe, {}, otherSession)).resolves.toMatchObject({
      id: before.id,
    })
    const now = { 'x-access-token': user_token }
    await expect(school.visitor().api(contract.getMe, {}, now)).resolves.toMatchObject({ id: after.id })
  })

  test('does so after failed attempts too', async () => {
    const student = await school.student()
    const invalidPassword = { user_code: student.email, password: 'not the right one' }
    await expect(student.api(contract.loginStudent, invalidPassword)).rejects.toMatchObject({
      code: 'credentials_wrong',
    })
    await expect(student.api(contract.getMe, {})).resolves.toMatchObject({ id: student.id })
    await student.api(contract.loginStudent, credentials(student.email))
    await expect(student.api(contract.getMe, {})).rejects.toMatchObject(unauthenticated)
  })

  test('does so for an account at the root host', async () => {
    const account = await createTestAccount()
    const input = { email: account.email, password: testPassword }
    await account.api(contract.loginAccount, input)
    await expect(account.api(contract.getMyAccount, {})).rejects.toMatchObject(unauthenticated)
  })

  test('accepts an unknown previous token', async () => {
    const student = await school.student()
    await student.api(contract.logout, {})
    await expect(student.api(contract.loginStudent, credentials(student.email))).resolves.toMatchObject({
      user_type: 'student',
    })
  })
})

test('ends a session that is used daily after 90 days', async () => {
  const { config } = (await getTestApp()).services
  const student = await school.student()
  const session = await secondSession(student.email)
  const me = () => school.visitor().api(contract.getMe, {}, session)
  const lastUse = async () => {
    const { data } = await school.visitor().api(contract.listSessions, {}, session)
    return data.find(({ is_current }) => is_current)!.last_used_at
  }
  const start = Date.now()
  for (let at = 20; at < 90; at += 20) {
    setClock(new Date(start + at * day))
    await me()
    // The use is recorded after the response.
    await expect.poll(lastUse).toEqual(new Date(start + at * day).toISOString())
  }
  setClock(new Date(start + 90 * day - 60_000))
  await expect(me()).resolves.toMatchObject({ id: student.id })
  setClock(new Date(start + 90 * day + 60_000))
  await expect(me()).rejects.toMatchObject(unauthenticated)
  // A shorter lifetime applies at once, also to existing sessions.
  setClock(new Date(start + 12 * day))
  await expect(me()).resolves.toMatchObject({ id: student.id })
  config.sessionDays = 10
  try {
    await expect(me()).rejects.toMatchObject(unauthenticated)
  } finally {
    config.sessionDays = 90
  }
})
