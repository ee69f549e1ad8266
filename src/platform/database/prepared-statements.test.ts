import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneTemplate } from '#testing/harness/databases.ts'
import { withTenantTx, executeInTenant, connectDatabases, type Databases } from './database.server.ts'
import { openPool } from './pool.ts'
import { maxPreparedPerConnection } from './prepared-statements.ts'

const tenantOf = (id: string, readOnly = false) => ({ setting: 'app.school_id', id, readOnly }) as const

const school_id = '0198a1b2-0000-7000-8000-000000000001'
let databases: Databases
let appUrl: string
let owner: pg.Client

beforeEach(async () => {
  const suffix = `w${process.env.VITEST_POOL_ID}`
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), suffix)
  const { ownerUrl } = urls
  appUrl = urls.appUrl
  databases = connectDatabases({ url: appUrl, max: 1 })
  owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`drop table if exists plans; create table plans (id int, word text);
    insert into plans values (1, '42'); grant select on plans to lyceum_app`)
})
afterEach(async () => {
  await owner.query('drop table plans')
  await Promise.all([databases.close(), owner.end()])
})

async function preparedTexts(like: string) {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements
    where statement like ${like}`.execute(databases.db)
  return rows.map(({ statement }) => statement)
}

test('prepares a statement with parameters at its third use, once', async () => {
  const use = () => sql`select ${'x'}::text as third_use`.execute(databases.db)
  await use()
  await use()
  expect(await preparedTexts('%as third_use')).toEqual([])
  for (let n = 0; n < 5; n++) await use()
  expect(await preparedTexts('%as third_use')).toEqual(['select $1::text as third_use'])
})

test('keeps a select of all columns working after a migration adds one', async () => {
  const use = () => sql`select * from plans where id = ${1}`.execute(databases.db)
  for (let n = 0; n < 5; n++) await use()
  expect(await preparedTexts('%from plans where id%')).toHaveLength(1)
  await owner.query('alter table plans add column more int')
  expect((await use()).rows).toEqual([{ id: 1, word: '42', more: null }])
})

test('keeps a maximum number per connection, and closes the least recently used', async () => {
  const use = async (n: number) => {
    const { rows } = await sql<{
      id: number
    }>`select ${n}::int as id, ${sql.raw(`'many ${n}'`)} as many`.execute(databases.db)
    expect(rows[0]!.id).toBe(n)
  }
  const all = Array.from({ length: maxPreparedPerConnection + 20 }, (_, n) => n)
  for (const n of all) for (let time = 0; time < 3; time++) await use(n)
  const texts = await preparedTexts('%as many')
  expect(texts.length).toBeLessThanOrEqual(maxPreparedPerConnection)
  expect(texts).toContain(`select $1::int as id, 'many ${all.at(-1)}' as many`)
  for (const n of all) await use(n)
})

test('describes the columns of a statement once, and uses the description every time', async () => {
  const pool = openPool({ url: appUrl, max: 1 })
  const client = await pool.connect()
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
  let described = 0
  connection.on('rowDescription', () => described++)
  const now = new Date('2026-03-01T12:00:00Z')
  const use = (id: number | null) =>
    client.query(
      'select $1::int as id, $2::timestamptz as now, array[1, 2]::int[] as list, generate_series(1, 2) as n',
      [id, now],
    )
  const rows = (id: number | null) => [1, 2].map((n) => ({ id, now, list: [1, 2], n }))
  for (let id = 0; id < 3; id++) expect((await use(id)).rows).toEqual(rows(id))
  expect(described).toBe(3)
  for (const id of [3, 4, null]) expect((await use(id)).rows).toEqual(rows(id))
  await expect(use('no number' as never)).rejects.toMatchObject({ code: '22P02' })
  const [first, second] = await Promise.all([use(5), use(6)])
  expect([first.rows, second.rows]).toEqual([rows(5), rows(6)])
  expect(described).toBe(3)
  client.release()
  await pool.end()
})

test('does not use an old column name after a migration renames it', async () => {
  const use = () => sql`select * from plans where id = ${1}`.execute(databases.db)
  for (let n = 0; n < 5; n++) await use()
  await owner.query('alter table plans rename column word to term')
  expect((await use()).rows).toEqual([{ id: 1, term: '42' }])
})

test('does not fail a transaction after a migration changes a column’s type', async () => {
  const word = () =>
    withTenantTx(databases.db, tenantOf(school_id), async (tx) => {
      await sql`select 1`.execute(tx)
      const { rows } = await sql`select word from plans where id = ${1}`.execute(tx)
      return rows
    })
  for (let n = 0; n < 4; n++) expect(await word()).toEqual([{ word: '42' }])
  await owner.query('alter table plans alter column word type int using word::int')
  expect(await word()).toEqual([{ word: 42 }])
  expect(await word()).toEqual([{ word: 42 }])
})

test('repeats a statement sent with begin and commit after such a migration', async () => {
  const { db } = databases
  const word = sql`select word, current_setting('app.school_id', true) as school_id from plans where id = ${1}`
  const read = () => executeInTenant(db, tenantOf(school_id), word.compile(db))
  for (let n = 0; n < 4; n++) expect(await read()).toEqual([{ word: '42', school_id }])
  await owner.query('alter table plans alter column word type int using word::int')
  for (let n = 0; n < 2; n++) expect(await read()).toEqual([{ word: 42, school_id }])
})

test('runs statements unprepared if a pooler loses prepared ones', async () => {
  const { db } = databases
  const one = (tx: Databases['db']) => sql`select ${1}::int as lost`.execute(tx)
  for (let n = 0; n < 4; n++) await withTenantTx(db, tenantOf(school_id), one)
  await sql`deallocate all`.execute(db)
  expect((await one(db)).rows).toEqual([{ lost: 1 }])
  for (let n = 0; n < 4; n++)
    expect((await withTenantTx(db, tenantOf(school_id), one)).rows).toEqual([{ lost: 1 }])
  expect(await preparedTexts('%as lost')).toEqual([])
})

test('never shows data of one school in another with the same plan', async () => {
  const [one, two] = [school_id, school_id.replace(/1$/, '2')]
  const add = (id: string, code: string) =>
    withTenantTx(databases.db, tenantOf(id), (tx) =>
      sql`insert into school_seen (school_id, word) values (${id}, ${code})`.execute(tx),
    )
  await owner.query(`drop table if exists school_seen; create table school_seen (school_id uuid not null, word text);
    alter table school_seen enable row level security; alter table school_seen force row level security;
    create policy school on school_seen using (school_id = nullif(current_setting('app.school_id', true), '')::uuid);
    grant select, insert on school_seen to lyceum_app`)
  try {
    await add(one, 'one')
    await add(two, 'two')
    const visibleRows = (id: string) =>
      withTenantTx(databases.db, tenantOf(id), async (tx) => {
        const { rows } = await sql<{
          word: string
        }>`select word from school_seen where word <> ${''}`.execute(tx)
        return rows.map(({ word }) => word)
      })
    // More often than Postgres needs to choose a generic plan.
    for (let n = 0; n < 12; n++)
      expect([await visibleRows(one), await visibleRows(two)]).toEqual([['one'], ['two']])
  } finally {
    await owner.query('drop table school_seen')
  }
})
