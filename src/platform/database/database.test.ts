import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnrecordedDatabases } from '#testing/harness/harness.ts'
import { withTenantTx, executeInTenant, type Databases } from './database.server.ts'

const tenantOf = (id: string, readOnly = false) => ({ setting: 'app.school_id', id, readOnly }) as const

let databases: Databases
const school_id = '0198a1b2-0000-7000-8000-000000000001'

beforeAll(async () => {
  databases = await openUnrecordedDatabases()
})
afterAll(() => databases.close())

const pidOf = async (tx: Databases['db']) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]!.pid
}
const end = (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(databases.auxDb)

test('fails only the transaction of a broken connection; the next one uses another', async () => {
  const broken = withTenantTx(databases.db, tenantOf(school_id), async (tx) => {
    await end(await pidOf(tx))
    // The connection is notified while it waits for nothing, when nobody would catch an error.
    await new Promise((resume) => setTimeout(resume, 100))
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/terminat|closed|EPIPE|ECONNRESET|not queryable/)
  await expect(withTenantTx(databases.db, tenantOf(school_id), pidOf)).resolves.toBeGreaterThan(0)
})

const settingOf = async (tx: Databases['db']) => {
  const { rows } = await sql<{ setting: string }>`
    select current_setting('app.school_id', true) as setting`.execute(tx)
  return rows[0]!.setting
}

test('sets the school for the first statement of a transaction, and not after it', async () => {
  const ctx = await withTenantTx(databases.db, tenantOf(school_id), async (tx) => [
    await pidOf(tx),
    await settingOf(tx),
  ])
  expect(ctx[1]).toBe(school_id)
  const after = await Promise.all(Array.from({ length: 12 }, () => settingOf(databases.db)))
  expect(after.filter(Boolean)).toEqual([])
})

test('leaves the connection outside of a transaction without statements', async () => {
  await withTenantTx(databases.db, tenantOf(school_id), async () => {})
  await expect(
    withTenantTx(databases.db, tenantOf(school_id), async () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  const open = await sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(databases.db)
  expect(open.rows).toEqual([])
  const settings = await Promise.all(Array.from({ length: 12 }, () => settingOf(databases.db)))
  expect(settings.filter(Boolean)).toEqual([])
  await expect(withTenantTx(databases.db, tenantOf(school_id), settingOf)).resolves.toBe(school_id)
})

test('rolls back after a first or later statement fails', async () => {
  const { db } = databases
  const bucket = `test/${process.pid}`
  const note = (tx: Databases['db']) =>
    sql`insert into rate_limit_counters (bucket, window_start, count) values (${bucket}, now(), 1)`.execute(
      tx,
    )
  const fail = (tx: Databases['db']) => sql`select 1 / 0`.execute(tx)
  const first = withTenantTx(db, tenantOf(school_id), async (tx) => {
    await fail(tx).catch(() => {})
    await note(tx)
  })
  await expect(first).rejects.toThrow(/aborted/)
  const later = withTenantTx(db, tenantOf(school_id), async (tx) => {
    await note(tx)
    await fail(tx)
  })
  await expect(later).rejects.toThrow(/division by zero/)
  const stored = await sql`select from rate_limit_counters where bucket = ${bucket}`.execute(db)
  expect(stored.rows).toEqual([])
})

test('runs concurrent statements of one transaction in order', async () => {
  const values = await withTenantTx(databases.db, tenantOf(school_id), (tx) =>
    Promise.all([
      sql<{ n: number }>`select set_config('test.n', '1', true)::int as n`.execute(tx),
      sql<{
        n: number
      }>`select set_config('test.n', (current_setting('test.n')::int + 1)::text, true)::int as n`.execute(tx),
      sql<{ n: number }>`select current_setting('test.n')::int as n`.execute(tx),
    ]),
  )
  expect(values.map(({ rows }) => rows[0]!.n)).toEqual([1, 2, 2])
})

test('allows no nested transaction on its connection', async () => {
  const nested = withTenantTx(databases.db, tenantOf(school_id), (tx) =>
    tx.transaction().execute((inner) => sql`select 1`.execute(inner)),
  )
  await expect(nested).rejects.toThrow('a transaction is open on this connection')
})

test('sets the school for a statement sent with begin and commit, and stores its write', async () => {
  const { db } = databases
  const bucket = `alone/${process.pid}`
  const add = sql<{ setting: string }>`insert into rate_limit_counters (bucket, window_start, count)
    values (${bucket}, now(), 1) returning current_setting('app.school_id') as setting`
  expect(await executeInTenant(db, tenantOf(school_id), add.compile(db))).toEqual([{ setting: school_id }])
  const stored = await sql`select count from rate_limit_counters where bucket = ${bucket}`.execute(db)
  expect(stored.rows).toEqual([{ count: 1 }])
  const after = await Promise.all(Array.from({ length: 12 }, () => settingOf(db)))
  expect(after.filter(Boolean)).toEqual([])
  await expect(executeInTenant(db, tenantOf(school_id, true), add.compile(db))).rejects.toThrow(/read-only/)
})

test('resets the connection after a failed statement between begin and commit', async () => {
  const { db } = databases
  const pids = async () => {
    const found = await Promise.all(
      Array.from({ length: 12 }, () => withTenantTx(db, tenantOf(school_id), pidOf)),
    )
    return new Set(found)
  }
  const before = await pids()
  const fails = sql`select 1 / ${0}::int`.compile(db)
  await expect(executeInTenant(db, tenantOf(school_id), fails)).rejects.toThrow('division by zero')
  expect(await pids()).toEqual(before)
  await expect(executeInTenant(db, tenantOf('x'), fails)).rejects.toThrow('lower-case UUID')
})
