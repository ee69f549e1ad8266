import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import { openDiskStorage } from '#platform/storage/disk.ts'
import { createObjectKey } from '#platform/storage/keys.ts'
import { withReplica } from '#platform/storage/replicated-storage.ts'
import { newId } from '#platform/security/tokens.ts'
import { testSecret } from '#testing/harness/databases.ts'
import { baseBackupsDir, listCompleteBackups } from './backup-manifest.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'
import { takeBackup, type BackupOptions } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

// Postgres starts five times, possibly on a busy machine.
const patient = { timeout: 60_000 }
const root = mkdtempSync(join(tmpdir(), 'lyceum-rehearsal-'))
// If the tests run as root, Postgres runs as another user.
chmodSync(root, 0o711)
const [dataDir, backupDir] = [join(root, 'data'), join(root, 'backups')]
const school_id = newId()
const open = (folder: string) => openDiskStorage({ dataDir: folder, appSecret: testSecret })
const pool = open(backupDir)
const storage = withReplica(open(dataDir), pool)

let product: ChildProcess
let postgres = 0
let client: pg.Client
let options: BackupOptions
let walFilesBefore: string[]
const times: Record<string, Date> = {}
const keys: Record<string, string> = {}

/** Writes a row and a file, and returns the time after both. */
async function write(name: string) {
  const key = (keys[name] = createObjectKey(school_id))
  await storage.put(key, [Buffer.from(name)], { size: name.length })
  await client.query(
    `insert into uploads (school_id, id, owner_id, purpose, object_key, file_name, content_type, size, status)
     values ($1, $2, $2, 'course_file', $3, $4, 'text/plain', $5, 'ready')`,
    [school_id, newId(), key, name, name.length],
  )
  // A Date has milliseconds only.
  const { rows } = await client.query<{ now: Date }>(`select clock_timestamp() + interval '1 ms' as now`)
  times[name] = rows[0]!.now
}

/** Waits until the query returns a row. */
async function settled(question: string) {
  while ((await client.query(question)).rowCount === 0);
}

const until = (holds: () => boolean) =>
  vi.waitFor(() => {
    if (!holds()) throw new Error('not yet')
  }, 15_000)

beforeAll(async () => {
  // Created without fsync; the rehearsal begins afterwards.
  const quick = await startEmbeddedPostgres({ dataDir, ephemeral: true })
  await migrate(quick.url, { appRolePassword: new URL(appRoleUrl(quick.url, testSecret)).password })
  await quick.stop()
  const program = join(import.meta.dirname, '../../testing/harness/embedded-postgres-process.ts')
  product = spawn(process.execPath, [program, dataDir, backupDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await Promise.race([
    once(createInterface(product.stdout!), 'line').then(String),
    once(product, 'exit').then(() => Promise.reject(new Error('it did not start'))),
  ])
  const { url, pid } = JSON.parse(line) as { url: string; pid: number }
  postgres = pid
  client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('alter table uploads disable trigger all')
  writeFileSync(join(dataDir, 'secret'), testSecret)
  options = {
    url,
    dataDir,
    backupDir,
    keepCount: 2,
    storage,
    disk: open(dataDir),
    pool,
    side: 'disk',
    signal: new AbortController().signal,
  }
  await client.query('select pg_switch_wal()')
  await settled(`select from pg_stat_archiver where archived_count > 0`)
  walFilesBefore = readdirSync(join(backupDir, 'wal'))
  await write('before')
  await takeBackup(options)
  await write('first')
  const { rows } = await client.query<{ piece: string }>('select pg_walfile_name(pg_switch_wal()) as piece')
  await until(() => existsSync(join(backupDir, 'wal', `${rows[0]!.piece}.gz`)))
  await write('second')
  // File times have a resolution of some milliseconds.
  await until(() => Date.now() > times.second!.getTime() + 20)
  await client.query(`delete from uploads where school_id = $1 and file_name = 'before'`, [school_id])
  await write('third')
  process.kill(postgres, 'SIGKILL')
  product.kill('SIGKILL')
  await once(product, 'exit')
}, 120_000)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Rows and files that a product started on the directory would find. */
async function findings(folder: string) {
  const server = await startEmbeddedPostgres({ dataDir: folder, archiveTo: backupDir })
  const reader = new pg.Client({ connectionString: server.url })
  await reader.connect()
  const { rows } = await reader.query<{ file_name: string }>(
    'select file_name from uploads where school_id = $1 order by object_key',
    [school_id],
  )
  await reader.query('create table written_again (id int)')
  await reader.end()
  await server.stop()
  const files = Object.entries(keys).map(async ([name, key]) =>
    (await open(folder).stat(key)) ? [name] : [],
  )
  return {
    rows: rows.map((row) => row.file_name).toSorted(),
    files: (await Promise.all(files)).flat().toSorted(),
  }
}

test('archives no WAL before the first backup', () => {
  expect(walFilesBefore).toEqual([])
})

test(
  'restores a point in time exactly, with rows and files, after the machine is lost',
  patient,
  async () => {
    const into = join(root, 'restored')
    const { uploads } = await restoreBackup({
      backupDir,
      recoveryTargetTime: times.second!,
      dataDir: into,
      damagedDataDir: dataDir,
    })
    expect(uploads.missing).toEqual([])
    expect(await findings(into)).toEqual({
      rows: ['before', 'first', 'second'],
      files: ['before', 'first', 'second'],
    })
  },
)

test('restores everything archived after the disk is lost, and refuses a later time', patient, async () => {
  const dataDir = join(root, 'kept')
  await expect(
    restoreBackup({
      backupDir,
      recoveryTargetTime: times.third!,
      dataDir: join(root, 'late'),
      damagedDataDir: null,
    }),
  ).rejects.toThrow(/The stored log ends before .* Remove --to/)
  await restoreBackup({ backupDir, recoveryTargetTime: null, dataDir, damagedDataDir: null })
  expect((await findings(dataDir)).rows).toEqual(['before', 'first'])
})

test('refuses a directory in use, a time before all backups and an invalid time before writing', async () => {
  const full = join(root, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'something'), '')
  const restore = (change: Partial<RestoreOptions>) =>
    restoreBackup({
      backupDir,
      recoveryTargetTime: null,
      dataDir: join(root, 'never'),
      damagedDataDir: null,
      ...change,
    })
  await expect(restore({ dataDir: full })).rejects.toThrow('is not empty')
  await expect(restore({ dataDir: join(full, 'something') })).rejects.toThrow('is not a folder')
  await expect(restore({ recoveryTargetTime: times.before })).rejects.toThrow('Choose a later time')
  await expect(restore({ backupDir: full })).rejects.toThrow('No complete backup')
  expect(existsSync(join(root, 'never'))).toBe(false)
})

test('ignores an interrupted backup and reports the damaged file of another', patient, async () => {
  const other = join(root, 'damaged')
  cpSync(backupDir, other, { recursive: true })
  const [name] = (await listCompleteBackups(other)) as [string]
  const base = join(baseBackupsDir(other), name)
  expect(await verifyBackup(other, name, open(other))).toEqual([])
  writeFileSync(join(base, 'cluster', 'PG_VERSION'), '17\n')
  rmSync(join(base, 'cluster', 'backup_label'))
  await open(other).remove(keys.before!)
  expect((await verifyBackup(other, name, open(other))).toSorted()).toEqual([
    'cluster/PG_VERSION was changed',
    'cluster/backup_label is missing',
    `uploads/${keys.before} is missing or was changed`,
  ])
  const damaged = {
    backupDir: other,
    recoveryTargetTime: null,
    dataDir: join(root, 'from-damaged'),
    damagedDataDir: null,
  }
  await expect(restoreBackup(damaged)).rejects.toThrow(/damaged: cluster\/(?:PG_VERSION|backup_label)/)
  writeFileSync(join(base, 'manifest.json'), '{}')
  await expect(restoreBackup({ ...damaged, dataDir: join(root, 'again') })).rejects.toThrow('manifest.json')
  renameSync(base, `${base}.partial`)
  await expect(restoreBackup({ ...damaged, dataDir: join(root, 'more') })).rejects.toThrow(
    'No complete backup',
  )
})

test('leaves no trace of interrupted backups and keeps only the configured number', patient, async () => {
  const server = await startEmbeddedPostgres({ dataDir, archiveTo: backupDir })
  try {
    const now = { ...options, url: server.url }
    const stop = new AbortController()
    stop.abort(new Error('stopped'))
    await expect(takeBackup({ ...now, signal: stop.signal })).rejects.toThrow('stopped')
    expect(await listCompleteBackups(backupDir)).toHaveLength(1)
    const log = () =>
      readdirSync(join(backupDir, 'wal'))
        .filter((name) => name.startsWith('00000001'))
        .toSorted()
    const [first] = log()
    const { name } = await takeBackup({ ...now, keepCount: 1 })
    const names = await listCompleteBackups(backupDir)
    expect(names).toEqual([name])
    expect(log()[0]).not.toBe(first)
    expect([await pool.stat(keys.before!), await pool.stat(keys.third!)]).toEqual([{ size: 6 }, { size: 5 }])
    expect(readdirSync(baseBackupsDir(backupDir))).toEqual(names)
    expect(await verifyBackup(backupDir, name, pool)).toEqual([])
  } finally {
    await server.stop()
  }
})
