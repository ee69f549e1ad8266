import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { createDatabase, urlWithDatabase } from '#testing/harness/databases.ts'
import { appRoleUrl, migrate, migrationsFolder } from './migrate.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
})

let count = 0
async function aDatabase() {
  const url = urlWithDatabase(inject('templateUrl'), `migrate_${process.pid}_${++count}`)
  await createDatabase(url)
  return url
}

function aFolder(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-migrations-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const add = (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text)
  }
  add(files)
  return { folder, add }
}

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  cleanups.push(() => client.end())
  return client
}

const late = (ms: number) => new Promise((resume) => setTimeout(resume, ms, 'it waits for a lock'))

/** The last message of a client (PostgreSQL, Frontend/Backend Protocol, Terminate). */
const terminate = Buffer.from([0x58, 0, 0, 0, 4])

/** Keeps a connection to the database when its client disconnects, like a pooler. */
async function aKeepingPooler(url: string) {
  const { searchParams, hostname, port } = new URL(url)
  const folder = searchParams.get('host')
  const target = folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: hostname, port: Number(port) }
  const sockets: Socket[] = []
  const server = createServer((near) => {
    const far = connect(target)
    sockets.push(far)
    far.pipe(near)
    near.on('data', (data) => void (data.equals(terminate) || far.write(data)))
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const through = new URL(url)
  through.searchParams.delete('host')
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const password = { appRolePassword: 'a password for this test' }

test('applies files in the order of their names, each once', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({
    '2-two.sql': 'alter table t add b int',
    '1-one.sql': 'create table t (a int)',
    'notes.md': 'no',
  })
  expect(await migrate(url, { ...password, folder })).toEqual(['1-one.sql', '2-two.sql'])
  expect(await migrate(url, { ...password, folder })).toEqual([])
  add({ '3-three.sql': 'alter table t add c int' })
  expect(await migrate(url, { ...password, folder })).toEqual(['3-three.sql'])
})

test('works with an owner who is not a superuser', async () => {
  const url = await aDatabase()
  const [role, name] = [`owner_of_${process.pid}`, new URL(url).pathname.slice(1)]
  const superuser = await connected(url)
  await superuser.query(`create role ${role} login createrole password 'owner'`)
  cleanups.push(() =>
    superuser.query(`reassign owned by ${role} to current_user; drop owned by ${role};
    drop role ${role}, ${name}_app`),
  )
  await superuser.query(
    `alter database ${name} owner to ${role}; grant lyceum_app to ${role} with admin option`,
  )
  const owner = Object.assign(new URL(url), { username: role, password: 'owner' }).href
  const { folder } = aFolder({ '1-one.sql': 'create schema t' })
  expect(await migrate(owner, { ...password, folder })).toEqual(['1-one.sql'])
  expect(await migrate(owner, { ...password, folder })).toEqual([])
  // A superuser removes attributes that were added to the application's role.
  await superuser.query(`alter role ${name}_app bypassrls`)
  await expect(migrate(owner, { ...password, folder })).rejects.toThrow('permission denied to alter role')
  await migrate(url, { ...password, folder })
  const bound = `select rolbypassrls from pg_roles where rolname = '${name}_app'`
  expect((await superuser.query(bound)).rows).toEqual([{ rolbypassrls: false }])
})

test('refuses a changed file that was applied, and applies nothing else', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({ '1-one.sql': 'create table t (a int)' })
  await migrate(url, { ...password, folder })
  add({ '1-one.sql': 'create table t (a bigint)', '2-two.sql': 'create table u ()' })
  await expect(migrate(url, { ...password, folder })).rejects.toThrow(
    'The migration 1-one.sql was changed after it had been applied',
  )
  const client = await connected(url)
  expect((await client.query(`select to_regclass('u') as u`)).rows).toEqual([{ u: null }])
})

test('rejects a missing applied file by name, and applies nothing else', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({ '1-one.sql': 'create table t (a int)', '2-two.sql': 'create table u ()' })
  await migrate(url, { ...password, folder })
  rmSync(join(folder, '1-one.sql'))
  add({ '3-three.sql': 'create table v ()' })
  await expect(migrate(url, { ...password, folder })).rejects.toThrow(
    'The migration 1-one.sql was applied to this database, but its file is missing.',
  )
  rmSync(join(folder, '2-two.sql'))
  rmSync(join(folder, '3-three.sql'))
  await expect(migrate(url, { ...password, folder })).rejects.toThrow('The migration 1-one.sql was applied')
  const client = await connected(url)
  expect((await client.query(`select to_regclass('v') as v`)).rows).toEqual([{ v: null }])
})

test('rejects a new file that sorts before an applied one, and applies nothing else', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({
    '1-one.sql': 'create table t (a int)',
    '3-three.sql': 'create table u ()',
  })
  await migrate(url, { ...password, folder })
  add({ '2-two.sql': 'create table v ()', '4-four.sql': 'create table w ()' })
  await expect(migrate(url, { ...password, folder })).rejects.toThrow(
    'The migration 2-two.sql is new, but sorts before 3-three.sql, which was already applied to this database.',
  )
  const client = await connected(url)
  expect((await client.query(`select to_regclass('v') as v, to_regclass('w') as w`)).rows).toEqual([
    { v: null, w: null },
  ])
})

test('starts the previous release on a database of a newer one', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({ '1-one.sql': 'create table t (a int)' })
  const olderRelease = aFolder({ '1-one.sql': 'create table t (a int)' }).folder
  add({ '2-two.sql': 'create table u ()' })
  await migrate(url, { ...password, folder })
  expect(await migrate(url, { ...password, folder: olderRelease })).toEqual([])
  expect(await migrate(url, { ...password, folder })).toEqual([])
})

test('ignores line endings', async () => {
  const url = await aDatabase()
  const text = `create function f() returns text language sql as $$\n  select 'a'\n$$;\n`
  const { folder, add } = aFolder({ '1-one.sql': text.replaceAll('\n', '\r\n') })
  await migrate(url, { ...password, folder })
  add({ '1-one.sql': text })
  expect(await migrate(url, { ...password, folder })).toEqual([])
  const client = await connected(url)
  const { rows } = await client.query(`select prosrc from pg_proc where proname = 'f'`)
  expect(rows).toEqual([{ prosrc: `\n  select 'a'\n` }])
})

test('rolls back a failed file, and keeps those before it', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({
    '1-one.sql': 'create table t (a int)',
    '2-two.sql': 'create table u ();\n\nselect wrong;',
  })
  await expect(migrate(url, { ...password, folder })).rejects.toThrow(
    'The migration 2-two.sql failed and was undone (line 3): column "wrong" does not exist',
  )
  const client = await connected(url)
  expect((await client.query(`select to_regclass('t') as t, to_regclass('u') as u`)).rows).toEqual([
    { t: 't', u: null },
  ])
  add({ '2-two.sql': 'create table u ()' })
  expect(await migrate(url, { ...password, folder })).toEqual(['2-two.sql'])
})

test('does not wait long for a lock', async () => {
  const url = await aDatabase()
  const { folder, add } = aFolder({ '1-one.sql': 'create table t (a int)' })
  await migrate(url, { ...password, folder })
  const holder = await connected(url)
  await holder.query('begin; lock table t')
  add({ '2-two.sql': 'alter table t add b int' })
  await expect(migrate(url, { ...password, folder })).rejects.toThrow('lock timeout')
})

test('applies each file once for processes that start together', async () => {
  const url = await aDatabase()
  const { folder } = aFolder({ '1-one.sql': 'create table t (a int); select pg_sleep(0.2)' })
  const all = await Promise.all([1, 2, 3].map(() => migrate(url, { ...password, folder })))
  expect(all.flat()).toEqual(['1-one.sql'])
})

test('leaves nothing behind on a connection that a pooler keeps', async () => {
  const url = await aDatabase()
  const { folder } = aFolder({ '1-one.sql': 'create table t (a int)' })
  const pooler = await aKeepingPooler(url)
  cleanups.push(pooler.close)
  await migrate(pooler.url, { ...password, folder })
  const direct = await Promise.race([migrate(url, { ...password, folder }), late(10_000)])
  expect(direct).toEqual([])
})

test('runs independently for databases of one cluster', async () => {
  const urls = await Promise.all([1, 2, 3].map(() => aDatabase()))
  const { folder } = aFolder({ '1-one.sql': 'create table t (a int); grant select on t to lyceum_app' })
  for (const applied of await Promise.all(urls.map((url) => migrate(url, { ...password, folder }))))
    expect(applied).toHaveLength(1)
})

test('creates the application’s role with the derived password, without ownership or bypass', async () => {
  const ownerUrl = await aDatabase()
  for (const secret of ['the first secret', 'another secret']) {
    const appUrl = appRoleUrl(ownerUrl, secret)
    await migrate(ownerUrl, { appRolePassword: new URL(appUrl).password })
    const app = await connected(appUrl)
    const { rows } = await app.query(`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
      (select count(*)::int from pg_class where relowner = pg_roles.oid) as owns,
      has_schema_privilege('public', 'create') as creates from pg_roles where rolname = current_user`)
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owns: 0,
        creates: false,
      },
    ])
  }
  await expect(connected(appRoleUrl(ownerUrl, 'the first secret'))).rejects.toThrow(
    'password authentication failed',
  )
})

test('applies all our migrations to an empty database, and again to a migrated one', async () => {
  const url = await aDatabase()
  const { folder } = aFolder({})
  cpSync(migrationsFolder, folder, { recursive: true })
  const applied = await migrate(url, { ...password, folder })
  expect(applied.length).toBeGreaterThan(2)
  expect(await migrate(url, { ...password, folder })).toEqual([])
})
