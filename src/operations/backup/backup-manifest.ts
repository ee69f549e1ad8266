import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../command.ts'

/** One file of a copied cluster. */
export interface BackupFile {
  path: string
  size: number
  sha256: string
}

/** What a whole backup says of itself. It is written last: without it there is no backup. */
export interface BackupManifest {
  format: 'lyceum backup'
  version: 1
  /** By the database's clock, before the first and after the last byte was copied. */
  started_at: string
  finished_at: string
  /** The first piece of the log that a restore needs. */
  first_wal: string
  last_wal: string
  pieces: BackupFile[]
  /** Every folder of the cluster, since Postgres wants the empty ones too. */
  folders: string[]
  /** Where uploads lay; from a store only their list is kept. */
  storage: 'disk' | 's3'
  uploads: { count: number; bytes: number; sha256: string }
}

export const baseBackupsDir = (backupDir: string) => join(backupDir, 'base')
export const partialSuffix = '.partial'
/** One line for each upload: `{"key":…,"size":…,"sha256":…}`. */
export const uploadsListFile = 'uploads.ndjson'

/** The names of all whole backups, the oldest first. */
export async function listCompleteBackups(backupDir: string): Promise<string[]> {
  const names = await readdir(baseBackupsDir(backupDir)).catch(() => [])
  return names
    .filter(
      (name) =>
        !name.endsWith(partialSuffix) && existsSync(join(baseBackupsDir(backupDir), name, 'manifest.json')),
    )
    .toSorted()
}

export function readManifest(backupDir: string, name: string): BackupManifest {
  const file = join(baseBackupsDir(backupDir), name, 'manifest.json')
  try {
    const { sha256, ...manifest } = JSON.parse(readFileSync(file, 'utf8')) as BackupManifest & {
      sha256: string
    }
    if (manifest.format !== 'lyceum backup' || manifest.version !== 1 || sha256 !== sumOf(manifest))
      throw new Error('its checksum is wrong')
    return manifest
  } catch (error) {
    throw new UsageError(`The backup ${name} is damaged: manifest.json: ${(error as Error).message}`)
  }
}

export const serializeManifest = (manifest: BackupManifest) =>
  JSON.stringify({ ...manifest, sha256: sumOf(manifest) }, null, 1)

const sumOf = (manifest: BackupManifest) =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** The size and hash of a file; null where there is none. */
export async function hashFile(path: string): Promise<{ size: number; sha256: string } | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return { size: found.size, sha256: hash.digest('hex') }
}
