import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { copyObject } from '#platform/storage/replicated-storage.ts'
import { ObjectMissingError, type Storage } from '#platform/storage/storage.ts'
import { baseBackupsDir, uploadsListFile, listCompleteBackups } from './backup-manifest.ts'

export interface UploadEntry {
  key: string
  size: number
  /** Null for an upload in S3, which is only listed. */
  sha256: string | null
}

/** Reads the upload list of a backup line by line. */
export async function* readUploadList(folder: string): AsyncGenerator<UploadEntry> {
  const lines = createInterface({ input: createReadStream(join(folder, uploadsListFile)) })
  for await (const line of lines) if (line) yield JSON.parse(line) as UploadEntry
}

interface Copying {
  backupDir: string
  folder: string
  /** Location of uploads, possibly both during a move. */
  storage: Storage
  /** Local storage, which is copied; S3 is only listed. */
  disk: Storage
  pool: Storage
  signal: AbortSignal
}

/** Copies uploads that no earlier backup contains (objects never change) and lists all. */
export async function copyUploads({ backupDir, folder, storage, disk, pool, signal }: Copying) {
  const checksums = await readChecksums(backupDir)
  const list = createWriteStream(join(folder, uploadsListFile), { mode: 0o600, flush: true })
  const hash = createHash('sha256')
  let [count, bytes] = [0, 0]
  for await (const { key, size } of storage.list()) {
    signal.throwIfAborted()
    const isCopied = (await disk.stat(key)) !== null
    if (isCopied) await copyObject(disk, pool, key)
    // Deleted since it was listed.
    else if (!(await storage.stat(key))) continue
    const sha256 = isCopied ? (checksums.get(key) ?? (await hashObject(pool, key))) : null
    const line = `${JSON.stringify({ key, size, sha256 } satisfies UploadEntry)}\n`
    hash.update(line)
    count += 1
    bytes += size
    if (!list.write(line)) await once(list, 'drain')
  }
  list.end()
  await once(list, 'close')
  return { count, bytes, sha256: hash.digest('hex') }
}

async function readChecksums(backupDir: string) {
  const sums = new Map<string, string>()
  const last = (await listCompleteBackups(backupDir)).at(-1)
  if (last)
    for await (const { key, sha256 } of readUploadList(join(baseBackupsDir(backupDir), last)))
      if (sha256) sums.set(key, sha256)
  return sums
}

export async function hashObject(storage: Storage, key: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof ObjectMissingError) return null
    throw error
  }
}
