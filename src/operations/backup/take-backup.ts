import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { promisify } from 'node:util'
import { join } from 'node:path'
import pg from 'pg'
import { archivingMarker } from '#embedded-postgres/wal-archive.ts'
import { lockDataDir } from '#embedded-postgres/data-lock.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { UsageError } from '../command.ts'
import { copyCluster, listFolders } from './copy-cluster.ts'
import { copyUploads } from './copy-uploads.ts'
import {
  baseBackupsDir,
  hashFile,
  partialSuffix,
  serializeManifest,
  type BackupManifest,
} from './backup-manifest.ts'
import { pruneBackups } from './prune-backups.ts'

export interface BackupOptions {
  /** Connection URL of the owner to the running server. */
  url: string
  dataDir: string
  backupDir: string
  keepCount: number
  storage: Storage
  /** Local storage and the directory of its copies. */
  disk: Storage
  pool: Storage
  /** Location of new uploads. */
  side: 'disk' | 's3'
  signal: AbortSignal
}

/** Backs up the running database and its uploads, and deletes all but the last `keep` backups. */
export async function takeBackup(
  options: BackupOptions,
): Promise<{ name: string; manifest: BackupManifest }> {
  const { backupDir } = options
  const release = await lockDataDir(backupDir, 0)
  try {
    await dropInterrupted(backupDir)
    await writeFile(archivingMarker(backupDir), '')
    const name = new Date().toISOString().replace(/[:.]/g, '-')
    const draft = join(baseBackupsDir(backupDir), `${name}${partialSuffix}`)
    await mkdir(draft, { recursive: true, mode: 0o700 })
    const manifest = await fill(draft, options)
    // One sync for all files, because one each would take minutes. Without `-f` it flushes every disk, which also
    // works.
    await promisify(execFile)('sync', process.platform === 'linux' ? ['-f', draft] : [])
    await writeFlushed(join(draft, 'manifest.json'), serializeManifest(manifest))
    await rename(draft, join(baseBackupsDir(backupDir), name))
    await pruneBackups(backupDir, {
      keepCount: options.keepCount,
      storage: options.storage,
      pool: options.pool,
    })
    return { name, manifest }
  } finally {
    await release()
  }
}

async function fill(draft: string, options: BackupOptions): Promise<BackupManifest> {
  const { dataDir, storage, disk, pool, signal } = options
  const postgres = realpathSync(join(dataDir, 'postgres'))
  const client = new pg.Client({ connectionString: options.url, application_name: 'lyceum backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await ensureArchiving(client, options.backupDir)
    // The backup belongs to the session: if it ends before the stop, Postgres cancels the backup.
    const started_at = await clock(client)
    const { rows: start } = await client.query<{ wal: string }>(
      `select pg_walfile_name(pg_backup_start('lyceum', true)) as wal`,
    )
    const files = await copyCluster(join(postgres, 'cluster'), join(draft, 'cluster'), signal)
    const { last_wal, labels } = await stop(client)
    const finished_at = await clock(client)
    for (const [path, text] of labels) {
      await writeFlushed(join(draft, 'cluster', path), text)
      files.push({ path, ...(await hashFile(join(draft, 'cluster', path)))! })
    }
    await copyFile(join(postgres, 'password'), join(draft, 'password'))
    const secret = join(dataDir, 'secret')
    if (existsSync(secret)) await copyFile(secret, join(draft, 'secret'))
    const { backupDir } = options
    const uploads = await copyUploads({ backupDir, folder: draft, storage, disk, pool, signal })
    return {
      format: 'lyceum backup',
      version: 1,
      started_at,
      finished_at,
      first_wal: start[0]!.wal,
      last_wal,
      files,
      folders: await listFolders(join(postgres, 'cluster')),
      storage: options.side,
      uploads,
    }
  } finally {
    await client.end()
  }
}

/** Waits until every required WAL segment is archived: without them the backup is worthless. */
async function stop(client: pg.Client) {
  await client.query(`set statement_timeout = '120s'`)
  const { rows } = await client
    .query<{ wal: string; labelfile: string; spcmapfile: string }>(
      `select pg_walfile_name(lsn) as wal, labelfile, spcmapfile from pg_backup_stop(true)`,
    )
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== '57014') throw error
      throw new UsageError(
        'The database could not store its log in BACKUP_DIR/wal. Check for free disk space.',
      )
    })
  const { wal, labelfile, spcmapfile } = rows[0]!
  const labels: [string, string][] = [['backup_label', labelfile]]
  if (spcmapfile) labels.push(['tablespace_map', spcmapfile])
  return { last_wal: wal, labels }
}

async function ensureArchiving(client: pg.Client, backupDir: string) {
  const { rows } = await client.query<{ mode: string; command: string }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command`,
  )
  if (rows[0]?.mode !== 'on' || !rows[0].command.includes(`"${backupDir}/`))
    throw new UsageError(
      'The product runs without this BACKUP_DIR. Restart it with BACKUP_DIR set, then back up.',
    )
}

const clock = async (client: pg.Client) =>
  (await client.query<{ at: Date }>('select clock_timestamp() as at')).rows[0]!.at.toISOString()

/** Left by an interrupted backup: we hold the lock, so nobody else is writing there. */
async function dropInterrupted(backupDir: string) {
  for (const name of await readdir(baseBackupsDir(backupDir)).catch(() => []))
    if (name.endsWith(partialSuffix))
      await rm(join(baseBackupsDir(backupDir), name), { recursive: true, force: true })
}

export async function writeFlushed(path: string, text: string) {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
