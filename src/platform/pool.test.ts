import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { cloneTemplate } from '#testing/databases.ts'
import { openPool } from './pool.ts'

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

test('runs a text that begins a transaction and holds more statements as a whole', async () => {
  const client = await pool.connect()
  await client.query(`begin; create temporary table whole (n int); insert into whole values (1); commit`)
  const { rows } = await client.query('select n from whole')
  client.release()
  expect(rows).toEqual([{ n: 1 }])
})

test('runs the begin of another library when it is called', async () => {
  const client = await pool.connect()
  for (const begin of ['begin', 'begin read only']) {
    await client.query(begin)
    expect(client.getTransactionStatus()).toBe('T')
    await client.query('rollback')
  }
  client.release()
})

test('discards a connection that is released inside of a transaction', async () => {
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

test('discards a connection that is released while a statement runs on it', async () => {
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
