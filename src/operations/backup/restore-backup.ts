import { chownSync, existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { restoreCommand, walDir } from '#embedded-postgres/wal-archive.ts'
import { lockDataDir } from '#embedded-postgres/data-lock.ts'
import {
  findDataDirectory,
  findPostgresBinaries,
  type DataDirectory,
} from '#embedded-postgres/data-directory.ts'
import { UsageError } from '../command.ts'
import { copyHashed } from './copy-cluster.ts'
import { baseBackupsDir, readManifest, listCompleteBackups, type BackupManifest } from './backup-manifest.ts'
import { recoverCluster } from './recover-cluster.ts'
import { restoreUploads, type UploadRestoreResult } from './restore-uploads.ts'

export interface RestoreOptions {
  backupDir: string
  /** Time to restore to; null for the latest state. */
  recoveryTargetTime: Date | null
  /** A directory that does not exist or is empty. */
  dataDir: string
  /** DATA_DIR of the failed installation: the newest WAL and files are taken from it if readable. */
  damagedDataDir: string | null
  printLine?: (line: string) => void
}

export interface RestoreResult {
  name: string
  uploads: UploadRestoreResult
}

/** Creates a DATA_DIR with the state at a time. Changes neither the backup nor anything outside of `dataDir`. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { backupDir, recoveryTargetTime, dataDir, damagedDataDir, printLine } = options
  await ensureEmpty(dataDir)
  const { name, manifest } = await baseFor(backupDir, recoveryTargetTime)
  printLine?.(`Restoring from the backup ${name}, finished at ${manifest.finished_at}.`)
  const release = await lockDataDir(dataDir, 0)
  try {
    const dataDirectory = findDataDirectory(dataDir)
    const cluster = join(dataDirectory.dir, 'cluster')
    // Only a completely recovered cluster is renamed so that it can be started.
    const draft = join(dataDirectory.dir, 'cluster.new')
    await copyBackup(join(baseBackupsDir(backupDir), name), { draft, manifest, dataDir, dataDirectory })
    if (damagedDataDir) await takeNewestLog(damagedDataDir, draft, manifest)
    await writeRecovery(draft, backupDir, recoveryTargetTime)
    await own(dataDirectory)
    printLine?.('Files are copied and verified. The database now replays its log.')
    const password = (await readFile(join(dataDirectory.dir, 'password'), 'utf8')).trim()
    await rename(draft, cluster)
    const from = [backupDir, ...(damagedDataDir ? [damagedDataDir] : [])]
    const existing = manifest.storage === 'disk'
    const uploads = await recoverCluster(
      { dataDirectory, programs: findPostgresBinaries(dataDirectory), password, recoveryTargetTime },
      (client) => restoreUploads(client, { from, into: dataDir, recoveryTargetTime, existing }),
    ).catch(async (error: unknown) => {
      await rename(cluster, join(dataDirectory.dir, 'cluster.failed'))
      throw error
    })
    await endRecovery(cluster)
    await dropOldLog(cluster, manifest)
    await keepHistory(cluster, backupDir)
    return { name, uploads }
  } finally {
    await release()
  }
}

interface CopyTarget {
  /** Directory of the unrecovered cluster. */
  draft: string
  manifest: BackupManifest
  dataDir: string
  dataDirectory: DataDirectory
}

/** Copies the cluster and, where the backup has them, the password of the database and the installation's secret. */
async function copyBackup(folder: string, { draft, manifest, dataDir, dataDirectory }: CopyTarget) {
  await copyPieces(folder, draft, manifest)
  for (const file of ['password', 'secret'])
    if (existsSync(join(folder, file)))
      await copyFile(join(folder, file), join(file === 'secret' ? dataDir : dataDirectory.dir, file))
}

async function ensureEmpty(into: string) {
  const names = await readdir(into).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new UsageError(`${into} is not a folder.`)
  })
  if (names.length > 0)
    throw new UsageError(`${into} is not empty. A restore only writes to a new folder. Choose another.`)
}

async function baseFor(backupDir: string, to: Date | null) {
  const names = await listCompleteBackups(backupDir)
  if (names.length === 0) throw new UsageError(`No complete backup in ${backupDir}.`)
  for (const name of names.toReversed()) {
    const manifest = readManifest(backupDir, name)
    if (!to || new Date(manifest.finished_at) <= to) return { name, manifest }
  }
  const first = readManifest(backupDir, names[0]!).finished_at
  throw new UsageError(`The oldest backup was finished at ${first}. Choose a later time.`)
}

async function copyPieces(folder: string, cluster: string, { files, folders }: BackupManifest) {
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  for (const path of folders) await mkdir(join(cluster, path), { recursive: true, mode: 0o700 })
  for (const { path, size, sha256 } of files) {
    const copied = await copyHashed(join(folder, 'cluster', path), join(cluster, path)).catch(() => null)
    if (copied?.size !== size || copied.sha256 !== sha256)
      throw new UsageError(
        `The backup is damaged: cluster/${path} is missing or was changed. To restore from an older backup, move this one out of base/.`,
      )
  }
}

/** WAL that was not archived before the failure. Postgres reads the archive first and then this. */
async function takeNewestLog(broken: string, cluster: string, { first_wal }: BackupManifest) {
  const log = join(broken, 'postgres', 'cluster', 'pg_wal')
  for (const name of await readdir(log).catch(() => []))
    if (/^[0-9A-F]{24}$/.test(name) && name.slice(8) >= first_wal.slice(8))
      await copyFile(join(log, name), join(cluster, 'pg_wal', name))
}

const mark = '# restored by Lyceum'

async function writeRecovery(cluster: string, backupDir: string, to: Date | null) {
  const lines = [
    '',
    mark,
    `restore_command = '${restoreCommand(backupDir)}'`,
    // Not the latest timeline: that may be a test restore.
    `recovery_target_timeline = 'current'`,
    ...(to
      ? [
          `recovery_target_time = '${to.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
        ]
      : []),
  ]
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  await writeFile(join(cluster, 'recovery.signal'), '')
}

async function endRecovery(cluster: string) {
  const file = join(cluster, 'postgresql.auto.conf')
  const [before = ''] = (await readFile(file, 'utf8')).split(`\n${mark}`)
  await writeFile(file, before)
  await rm(join(cluster, 'recovery.signal'), { force: true })
}

/**
 * WAL of the old timeline is not needed after recovery. With the same BACKUP_DIR, the restored database would
 * archive it in place of unfinished segments of the original, if that still runs.
 */
async function dropOldLog(cluster: string, { first_wal }: BackupManifest) {
  const log = join(cluster, 'pg_wal')
  for (const name of await readdir(log))
    if (/^[0-9A-F]{24}/.test(name) && name.startsWith(first_wal.slice(0, 8)))
      await rm(join(log, name), { force: true })
}

/**
 * Archives the timeline history, so that later restores use other timelines and no two write segments of the same
 * name.
 */
async function keepHistory(cluster: string, backupDir: string) {
  const log = join(cluster, 'pg_wal')
  for (const name of await readdir(log)) {
    const existing = join(walDir(backupDir), `${name}.gz`)
    if (name.endsWith('.history') && !existsSync(existing))
      await writeFile(existing, gzipSync(await readFile(join(log, name))))
  }
}

/** Postgres requires exclusive permissions, and runs as another user if we are root. */
async function own({ dir, user }: DataDirectory) {
  if (!user) return
  const { uid, gid } = user
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), uid, gid)
}
