import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { createMissingLinks } from './data-directory.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup()
})

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-embedded-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of a prepared cluster: creating one takes longer than all tests. */
function aDataDir() {
  const dataDir = aFolder()
  spawnSync('cp', ['-a', join(template, 'postgres'), dataDir])
  return dataDir
}

let template: string
let firstAnswer: unknown
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'lyceum-embedded-'))
  // Remains of an interrupted creation.
  mkdirSync(join(template, 'postgres/cluster.new/base'), { recursive: true })
  const server = await startEmbeddedPostgres({ dataDir: template, ephemeral: true })
  firstAnswer = await ask(server, 'select 1 as one')
  await server.stop()
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir })
  cleanups.push(() => server.stop())
  return server
}

async function ask(server: { url: string }, statement: string) {
  const client = new pg.Client({ connectionString: server.url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

const keep = (server: EmbeddedPostgres) => ask(server, 'create table kept as select 42 as answer')
const stored = (server: { url: string }) => ask(server, 'select answer from kept')
/** A zombie process counts as ended. */
const lives = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
const serverPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** Another process that starts the server on `dataDir`; resolves when it runs. */
async function otherCopy(dataDir: string) {
  const program = `import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(url)
    setInterval(() => {}, 1000)`
  const copy = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => copy.kill('SIGKILL'))
  const [url] = (await once(copy.stdout!, 'data')) as [Buffer]
  return { copy, url: url.toString().trim() }
}

test('keeps data and address over a restart, with durable writes', async () => {
  const dataDir = aDataDir()
  const first = await start(dataDir)
  await keep(first)
  const settings = await ask(
    first,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes')`,
  )
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
  await first.stop()
  expect(lives(first.pid)).toBe(false)

  const second = await start(dataDir)
  expect(second.url).toBe(first.url)
  expect(await stored(second)).toEqual([{ answer: 42 }])
})

test('refuses connections without the password, which only the owner can read', async () => {
  const dataDir = aDataDir()
  const server = await start(dataDir)
  const url = new URL(server.url)
  url.password = 'guess'
  await expect(ask({ url: url.href }, 'select 1')).rejects.toThrow('password authentication failed')
  expect(lstatSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
})

test('restarts a killed server with all committed data', async () => {
  const server = await start(aDataDir())
  await keep(server)
  const killed = server.pid
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(async () => expect(await stored(server)).toEqual([{ answer: 42 }]), {
    timeout: 15_000,
    interval: 100,
  })
  // The server accepts connections a moment before the supervisor is ready.
  await vi.waitFor(() => expect(server.pid).not.toBe(killed), { timeout: 15_000 })
})

test('ends when its parent is killed, and the next start has all data', async () => {
  const dataDir = aDataDir()
  const { copy, url } = await otherCopy(dataDir)
  await ask({ url }, 'create table kept as select 42 as answer')
  const pid = serverPid(dataDir)
  copy.kill('SIGKILL')
  await vi.waitFor(() => expect(lives(pid)).toBe(false), { timeout: 10_000 })
  expect(await stored(await start(dataDir))).toEqual([{ answer: 42 }])
})

test('stops a server that was left running', async () => {
  const dataDir = aDataDir()
  const { copy, url } = await otherCopy(dataDir)
  await ask({ url }, 'create table kept as select 42 as answer')
  const orphan = serverPid(dataDir)
  killGuardOf(orphan)
  copy.kill('SIGKILL')
  await once(copy, 'exit')
  expect(lives(orphan)).toBe(true)

  const server = await start(dataDir)
  expect(lives(orphan)).toBe(false)
  expect(await stored(server)).toEqual([{ answer: 42 }])
})

function killGuardOf(server: number) {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
    if (command.includes('read -r never') && command.endsWith(`\0${server}\0`))
      process.kill(Number(pid), 'SIGKILL')
  }
}

test('ignores the lock file of a crash, even if its process id is in use again', async () => {
  const dataDir = aDataDir()
  const first = await start(dataDir)
  await keep(first)
  await first.stop()
  const lockFile = join(dataDir, 'postgres/cluster/postmaster.pid')
  writeFileSync(lockFile, `${process.pid}\n${join(dataDir, 'postgres/cluster')}\n0\n1\n\n\n\n`)
  expect(await stored(await start(dataDir))).toEqual([{ answer: 42 }])
})

test('refuses a second use of the same data and allows different data', async () => {
  const dataDir = aDataDir()
  const first = await start(dataDir)
  const message = `Another Lyceum process (${process.pid}) uses the data in ${dataDir}`
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(message)
  // A cluster behind a link is not copied with the directory.
  const copied = aFolder()
  symlinkSync(join(dataDir, 'postgres'), join(copied, 'postgres'))
  await expect(startEmbeddedPostgres({ dataDir: copied })).rejects.toThrow(`${message}/postgres`)
  const other = await start(aDataDir())
  expect(await ask(first, 'select 1 as one')).toEqual(await ask(other, 'select 1 as one'))
  expect(new URL(other.url).port).not.toBe(new URL(first.url).port)
})

test('replaces a port that another process has taken', async () => {
  const dataDir = aDataDir()
  const first = await start(dataDir)
  await first.stop()
  const other = await startEmbeddedPostgres({ dataDir: aDataDir(), port: Number(new URL(first.url).port) })
  cleanups.push(() => other.stop())
  const again = await start(dataDir)
  expect(new URL(again.url).port).not.toBe(new URL(other.url).port)
})

test('restarts an interrupted creation', () => {
  expect(firstAnswer).toEqual([{ one: 1 }])
  expect(readdirSync(join(template, 'postgres'))).not.toContain('cluster.new')
})

// Only root must run the server as another user, who cannot pass a closed directory.
test.runIf(process.getuid?.() === 0)(
  'places the cluster outside of a closed directory, behind a link',
  async () => {
    const closed = aFolder()
    const dataDir = join(closed, 'product/data')
    const server = await start(dataDir)
    const outside = readlinkSync(join(dataDir, 'postgres'))
    cleanups.unshift(() => rmSync(outside, { recursive: true, force: true }))
    expect(outside).toMatch(/^\/var\/lib\/lyceum\//)
    expect(lstatSync(closed).mode & 0o077).toBe(0)
    await keep(server)
    await server.stop()
    expect(await stored(await start(dataDir))).toEqual([{ answer: 42 }])
  },
)

test('creates links that the package could not create', () => {
  const folder = aFolder()
  mkdirSync(join(folder, 'lib'))
  writeFileSync(join(folder, 'lib/libpq.so.5.18'), 'library')
  writeFileSync(
    join(folder, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
  )
  expect(createMissingLinks(folder)).toBe(true)
  expect(createMissingLinks(folder)).toBe(true)
  expect(readFileSync(join(folder, 'lib/libpq.so.5'), 'utf8')).toBe('library')
})
