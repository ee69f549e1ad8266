import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walIn } from '#embedded-postgres/wal-archive.ts'
import { pathIn } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { listedUploads } from './copy-uploads.ts'
import { basesIn, partial, readManifest, wholeBackups } from './manifest.ts'

interface Pruning {
  keep: number
  storage: Storage
  pool: Storage
}

/** Drops all but the newest backups, then the log and the uploads that only the dropped ones needed. */
export async function prune(backupDir: string, { keep, storage, pool }: Pruning) {
  const names = await wholeBackups(backupDir)
  for (const name of names.slice(0, -keep)) await drop(join(basesIn(backupDir), name))
  const kept = names.slice(-keep)
  const oldest = kept[0]
  if (!oldest) return
  const { first_wal, started_at } = readManifest(backupDir, oldest)
  await dropLog(walIn(backupDir), first_wal)
  await dropUploads(backupDir, { kept, storage, pool, before: new Date(started_at) })
}

/** No longer a whole one before its first file goes. */
async function drop(folder: string) {
  await rename(folder, folder + partial)
  await rm(folder + partial, { recursive: true, force: true })
}

/** Names of the log are `timeline + place`; by their places they are in order on every timeline. */
async function dropLog(wal: string, first: string) {
  for (const name of await readdir(wal)) {
    const place = /^[0-9A-F]{8}([0-9A-F]{16})(?:\..*)?\.gz$/.exec(name)?.[1]
    if (place && place < first.slice(8)) await rm(join(wal, name), { force: true })
  }
}

/** What came after the oldest backup began stays, even if it was thrown away since: it was there at some time between. */
async function dropUploads(
  backupDir: string,
  { kept, storage, pool, before }: { kept: string[]; storage: Storage; pool: Storage; before: Date },
) {
  const listed = new Set<string>()
  for (const name of kept)
    for await (const { key } of listedUploads(join(basesIn(backupDir), name))) listed.add(key)
  for await (const { key } of pool.list()) {
    if (listed.has(key) || (await storage.stat(key))) continue
    const { mtime } = await stat(pathIn(backupDir, key))
    if (mtime < before) await pool.remove(key)
  }
}
