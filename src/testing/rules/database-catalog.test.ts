import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Databases } from '#platform/database/database.server.ts'
import { openUnrecordedDatabases } from '../harness/harness.ts'

/** Small tables that are read before the school is known, or that belong to the platform. */
const undistributed = [
  'account_schools',
  'account_sessions',
  'accounts',
  'certificate_addresses',
  'change_log',
  'feature_flags',
  'idempotency_keys',
  'ownership_offers',
  'quarantined_payments',
  'rate_limit_counters',
  'reconciled_schools',
  'resellers',
  'retained_certificates',
  'school_billing',
  'school_closings',
  'school_directory',
  'school_stats',
  'school_hosts',
  'school_email_index',
  'schema_migrations',
  'worker_heartbeats',
]

let databases: Databases
beforeAll(async () => {
  databases = await openUnrecordedDatabases()
})
afterAll(() => databases.close())

async function rows<T>(query: ReturnType<typeof sql<T>>) {
  return (await query.execute(databases.auxDb)).rows
}

const tenantTables = sql`select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
  and c.relkind = 'r' and c.relname <> all(${undistributed})`

test('forces row-level security on every table except listed ones', async () => {
  const loose = await rows(sql<{ relname: string }>`
    select relname from pg_class where oid in (select oid from (${tenantTables}) t)
      and not (relrowsecurity and relforcerowsecurity)`)
  expect(loose).toEqual([])
})

test('has exactly one policy per tenant table, for reading and writing', async () => {
  const policies = await rows(sql<{ relname: string; using: string; check: string; n: number }>`
    select t.relname, count(p.oid)::int as n, min(pg_get_expr(p.polqual, t.oid)) as using,
      min(pg_get_expr(p.polwithcheck, t.oid)) as check
    from (${tenantTables}) t left join pg_policy p on p.polrelid = t.oid group by t.relname`)
  const own = "(school_id = (NULLIF(current_setting('app.school_id'::text, true), ''::text))::uuid)"
  expect(policies.length).toBeGreaterThan(15)
  for (const policy of policies)
    expect(policy).toEqual({ relname: policy.relname, n: 1, using: own, check: own })
})

test('has school_id not null and first in every key and index of a tenant table', async () => {
  const strays = await rows(sql<{ index: string }>`
    select i.indexrelid::regclass::text as index from (${tenantTables}) t join pg_index i on i.indrelid = t.oid
    where pg_get_indexdef(i.indexrelid, 1, true) <> 'school_id'`)
  expect(strays).toEqual([])
  const nullable = await rows(sql<{ relname: string }>`
    select t.relname from (${tenantTables}) t
    where not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'school_id' and a.attnotnull)`)
  expect(nullable).toEqual([])
})

test('includes the school in foreign keys, without set null; has no triggers, rules or inheritance', async () => {
  const keys = await rows(sql<{ conname: string }>`
    select k.conname from (${tenantTables}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
    where k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd')
      or not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'school_id' and a.attnum = k.conkey[1])`)
  expect(keys).toEqual([])
  const magic = await rows(sql<{ name: string }>`
    select tgname::text as name from pg_trigger where not tgisinternal and tgrelid in (select oid from (${tenantTables}) t)
    union all select rulename::text from pg_rewrite where ev_class in (select oid from (${tenantTables}) t)
    union all select inhrelid::regclass::text from pg_inherits
      where inhrelid in (select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')`)
  expect(magic).toEqual([])
})

test('has an index for every foreign key of a tenant table', async () => {
  const slow = await rows(sql<{ conname: string }>`
    select k.conname from (${tenantTables}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
    where not exists (select from pg_index i where i.indrelid = t.oid
      and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`)
  expect(slow).toEqual([])
})

test('gives the application’s role no ownership, no bypass, and no update of the audit log', async () => {
  const [role] = await rows(sql<{ rolbypassrls: boolean; rolsuper: boolean; owned: number }>`
    select rolbypassrls, rolsuper, (select count(*)::int from pg_class where relowner = r.oid) as owned
    from pg_roles r where rolname = current_user`)
  expect(role).toEqual({ rolbypassrls: false, rolsuper: false, owned: 0 })
  for (const statement of [
    sql`update audit_log set action = ''`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(statement.execute(databases.auxDb)).rejects.toThrow('permission denied')
})

test('uses the indexes of text searches below the policies, because their functions are leakproof', async () => {
  const leaking = await rows(sql<{ name: string }>`
    select distinct p.oid::regprocedure::text as name from pg_proc p
    where not p.proleakproof and (p.oid in ('fold_text(text)'::regprocedure, 'textcat(text,text)'::regprocedure)
      or p.oid in (select oprcode from pg_operator where (oprname, oprleft::regtype::text) in
        (('~~', 'text'), ('<%', 'text'), ('%>', 'text'), ('@@', 'tsvector')) and oprright::regtype::text in ('text', 'tsquery')))`)
  expect(leaking).toEqual([])
})

test('shows no row of a tenant table without a school in the transaction', async () => {
  const tables = await rows(sql<{ relname: string }>`select relname from (${tenantTables}) t`)
  for (const { relname } of tables) {
    const [count] = await rows(sql<{ n: number }>`select count(*)::int as n from ${sql.table(relname)}`)
    expect(count, relname).toEqual({ n: 0 })
  }
})
