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

/** Manifest of a complete backup. Written last: a directory without it is not a backup. */
export interface BackupManifest {
  format: 'lyceum backup'
  version: 1
  /** By the database's clock, before the first and after the last byte was copied. */
  started_at: string
  finished_at: string
  /** First WAL segment that a restore needs. */
  first_wal: string
  last_wal: string
  files: BackupFile[]
  /** Every directory of the cluster, because Postgres needs the empty ones too. */
  folders: string[]
  /** Location of uploads; for S3 only their list is stored. */
  storage: 'disk' | 's3'
  uploads: { count: number; bytes: number; sha256: string }
}

export const baseBackupsDir = (backupDir: string) => join(backupDir, 'base')
export const partialSuffix = '.partial'
/** One line per upload: `{"key":…,"size":…,"sha256":…}`. */
export const uploadsListFile = 'uploads.ndjson'

/** Names of all complete backups, oldest first. */
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

/** Size and hash of a file; null if it does not exist. */
export async function hashFile(path: string): Promise<{ size: number; sha256: string } | null> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return null
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return { size: found.size, sha256: hash.digest('hex') }
}
