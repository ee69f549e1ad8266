import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walDir } from '#embedded-postgres/wal-archive.ts'
import { objectPath } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { readUploadList } from './copy-uploads.ts'
import { baseBackupsDir, partialSuffix, readManifest, listCompleteBackups } from './backup-manifest.ts'

interface Pruning {
  keepCount: number
  storage: Storage
  pool: Storage
}

/** Deletes all but the newest backups, then WAL and uploads that only they needed. */
export async function pruneBackups(backupDir: string, { keepCount, storage, pool }: Pruning) {
  const names = await listCompleteBackups(backupDir)
  for (const name of names.slice(0, -keepCount)) await drop(join(baseBackupsDir(backupDir), name))
  const existing = names.slice(-keepCount)
  const oldest = existing[0]
  if (!oldest) return
  const { first_wal, started_at } = readManifest(backupDir, oldest)
  await dropLog(walDir(backupDir), first_wal)
  await dropUploads(backupDir, { existing, storage, pool, before: new Date(started_at) })
}

/** Deletes the manifest first, so that a partly deleted backup counts as incomplete. */
async function drop(folder: string) {
  await rename(folder, folder + partialSuffix)
  await rm(folder + partialSuffix, { recursive: true, force: true })
}

/** Names of WAL segments are `timeline + position`; the position gives their order on every timeline. */
async function dropLog(wal: string, first: string) {
  for (const name of await readdir(wal)) {
    const dataDirectory = /^[0-9A-F]{8}([0-9A-F]{16})(?:\..*)?\.gz$/.exec(name)?.[1]
    if (dataDirectory && dataDirectory < first.slice(8)) await rm(join(wal, name), { force: true })
  }
}

/** Uploads newer than the oldest backup stay, even if deleted since: a restore may need them. */
async function dropUploads(
  backupDir: string,
  { existing, storage, pool, before }: { existing: string[]; storage: Storage; pool: Storage; before: Date },
) {
  const listed = new Set<string>()
  for (const name of existing)
    for await (const { key } of readUploadList(join(baseBackupsDir(backupDir), name))) listed.add(key)
  for await (const { key } of pool.list()) {
    if (listed.has(key) || (await storage.stat(key))) continue
    const { mtime } = await stat(objectPath(backupDir, key))
    if (mtime < before) await pool.remove(key)
  }
}
