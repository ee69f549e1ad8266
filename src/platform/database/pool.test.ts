import pg from 'pg'
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { openPool } from './pool.ts'
import { beginTenantTxSql } from './pipeline-statements.ts'

const tenantOf = (id: string, readOnly = false) => ({ setting: 'app.school_id', id, readOnly }) as const

let url: string
let pool: pg.Pool
let other: pg.Client

beforeEach(async () => {
  const suffix = `w${process.env.VITEST_POOL_ID}`
  url = (await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)).ownerUrl
  pool = openPool({ url, max: 1 })
  other = new pg.Client({ connectionString: url })
  await other.connect()
})
afterEach(async () => {
  await Promise.all([pool.end(), other.end()])
})

const pidOf = async (client: Pick<pg.ClientBase, 'query'>) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

test('runs a text with begin and further statements as a whole', async () => {
  const client = await pool.connect()
  await client.query(`begin; create temporary table whole (n int); insert into whole values (1); commit`)
  const { rows } = await client.query('select n from whole')
  client.release()
  expect(rows).toEqual([{ n: 1 }])
})

test('runs the begin of another library at once', async () => {
  const client = await pool.connect()
  for (const begin of ['begin', 'begin read only']) {
    await client.query(begin)
    expect(client.getTransactionStatus()).toBe('T')
    await client.query('rollback')
  }
  client.release()
})

test('discards a connection that is released within a transaction', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  await client.query('begin')
  client.release()
  expect(await pidOf(pool)).not.toBe(pid)
  const isOpen = () => other.query('select from pg_stat_activity where pid = $1', [pid])
  await vi.waitFor(async () => expect((await isOpen()).rowCount).toBe(0))
})

test('discards a connection whose transaction was aborted', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  await expect(client.query('begin; select 1 / 0; commit')).rejects.toThrow('division by zero')
  client.release()
  expect(await pidOf(pool)).not.toBe(pid)
})

test('discards a connection that is released during a statement', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  const slow = client.query('select pg_sleep(0.1)')
  client.release()
  expect(await pidOf(pool)).not.toBe(pid)
  await slow
})

test('reuses a connection whose statement failed outside of a transaction', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  await client.query('select 1')
  client.release()
  expect(await pidOf(pool)).toBe(pid)
})

const school_id = '0198a1b2-0000-7000-8000-000000000001'

test('reuses a connection whose reading transaction ends when it is released', async () => {
  const first = await pool.connect()
  const pid = await pidOf(first)
  await first.query(beginTenantTxSql(tenantOf(school_id, true)))
  await first.query('select 1')
  await first.query('commit')
  first.release()
  const second = await pool.connect()
  const { rows } = await second.query<{ setting: string }>(
    `select current_setting('app.school_id', true) as setting`,
  )
  expect(rows[0]!.setting || null).toBeNull()
  expect(await pidOf(second)).toBe(pid)
  expect(second.getTransactionStatus()).toBe('I')
  second.release()
})

test('waits for the commit of a writing transaction, and reports its failure', async () => {
  await other.query(
    `create table pairs (id int primary key, twin int references pairs deferrable initially deferred)`,
  )
  try {
    const client = await pool.connect()
    await client.query(beginTenantTxSql(tenantOf(school_id, false)))
    await client.query('insert into pairs values (1, 2)')
    await expect(client.query('commit')).rejects.toThrow('foreign key')
    client.release()
  } finally {
    // The next files use the same database, and check all its tables.
    await other.query('drop table pairs')
  }
})

test('waits for the commit of an aborted reading transaction', async () => {
  const client = await pool.connect()
  await client.query(beginTenantTxSql(tenantOf(school_id, true)))
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  await client.query('commit')
  expect(client.getTransactionStatus()).toBe('I')
  client.release()
})

test('discards a connection with a pending statement behind the last commit', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  await client.query(beginTenantTxSql(tenantOf(school_id, true)))
  await client.query('select 1')
  await client.query('commit')
  const slow = client.query('select pg_sleep(0.1)')
  client.release()
  expect(await pidOf(pool)).not.toBe(pid)
  await slow
})

test('begins the next transaction after ending the reading one in the same message', async () => {
  const client = await pool.connect()
  const facts = async (begin: string) => {
    await client.query(begin)
    const { rows } = await client.query<Record<string, unknown>>(
      `select now()::text as began, current_setting('transaction_read_only') as read_only,
         current_setting('app.school_id') as school_id`,
    )
    await client.query('commit')
    return rows[0]!
  }
  const other_id = school_id.replace(/1$/, '2')
  const first = await facts(beginTenantTxSql(tenantOf(school_id, true)))
  const second = await facts(beginTenantTxSql(tenantOf(other_id, false)))
  client.release()
  expect(first).toMatchObject({ read_only: 'on', school_id })
  expect(second).toMatchObject({ read_only: 'off', school_id: other_id })
  expect(second.began).not.toEqual(first.began)
})

test('ends a reading transaction that no other follows', async () => {
  const client = await pool.connect()
  const pid = await pidOf(client)
  await client.query(beginTenantTxSql(tenantOf(school_id, true)))
  await client.query('select 1')
  await client.query('commit')
  client.release()
  const state = () => other.query('select state from pg_stat_activity where pid = $1', [pid])
  await vi.waitFor(async () => expect((await state()).rows).toEqual([{ state: 'idle' }]))
})

test('reports each sent statement with its error, without those sent along with it', async () => {
  const answers: [string, unknown][] = []
  const onAnswer = (text: string, ms: number, error?: unknown) => {
    expect(ms).toBeGreaterThan(0)
    answers.push([text, (error as { code?: string } | undefined)?.code])
  }
  const reported = openPool({ url, max: 1, onAnswer })
  onTestFinished(() => reported.end())
  const client = await reported.connect()
  for (const readOnly of [true, false]) {
    await client.query(beginTenantTxSql(tenantOf('0190a5b4-0000-7000-8000-000000000001', readOnly)))
    await client.query('select $1::int', [1])
    await client.query('commit')
  }
  await expect(client.query('select 1 / 0')).rejects.toThrow('division by zero')
  client.release()
  expect(answers).toEqual([
    ['select $1::int', undefined],
    ['select $1::int', undefined],
    ['commit', undefined],
    ['select 1 / 0', '22012'],
  ])
})
