import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BackupFile } from './backup-manifest.ts'

/** Postgres recreates these, or they belong to the running server: a copy would be harmful. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const left = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|recovery\.signal|standby\.signal)$/

/** Lists every directory of a cluster. */
export async function listFolders(cluster: string): Promise<string[]> {
  const found = await readdir(cluster, { recursive: true, withFileTypes: true })
  const folders = found.filter((entry) => entry.isDirectory() && !left.test(entry.name))
  return folders.map((entry) => relative(cluster, join(entry.parentPath, entry.name)))
}

/**
 * Every file of a running cluster that belongs to a base backup. Files deleted meanwhile are restored from WAL.
 */
async function* filesOf(cluster: string, folder = ''): AsyncGenerator<string> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (left.test(entry.name)) continue
    if (entry.isDirectory()) {
      if (folder !== '' || !emptied.has(entry.name)) yield* filesOf(cluster, path)
    } else if (entry.isFile()) yield path
  }
}

/** Copies a running cluster between the start and stop of a base backup. */
export async function copyCluster(
  cluster: string,
  target: string,
  signal: AbortSignal,
): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  for await (const path of filesOf(cluster)) {
    signal.throwIfAborted()
    const file = await copyHashed(join(cluster, path), join(target, path)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    })
    if (file) files.push({ path, ...file })
  }
  return files
}

/** Most of a cluster's thousand files are small: a stream for each would take most of the time. */
const small = 4_000_000

/** Copies a file and returns size and hash of the copy, because the original may change. */
export async function copyHashed(from: string, to: string) {
  await mkdir(dirname(to), { recursive: true })
  const hash = createHash('sha256')
  if ((await stat(from)).size < small) {
    const bytes = await readFile(from)
    await writeFile(to, bytes, { mode: 0o600 })
    return { size: bytes.length, sha256: hash.update(bytes).digest('hex') }
  }
  let size = 0
  const target = await open(to, 'w', 0o600)
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer)
      size += (chunk as Buffer).length
      await target.writeFile(chunk as Buffer)
    }
  } finally {
    await target.close()
  }
  return { size, sha256: hash.digest('hex') }
}
