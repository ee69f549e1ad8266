import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { walDir } from '#embedded-postgres/wal-archive.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { readUploadList, hashObject } from './copy-uploads.ts'
import {
  baseBackupsDir,
  hashFile,
  readManifest,
  uploadsListFile,
  type BackupManifest,
} from './backup-manifest.ts'

/** Reads every file of a complete backup again and returns the errors; empty if it is intact. */
export async function verifyBackup(backupDir: string, name: string, pool: Storage): Promise<string[]> {
  const manifest = readManifest(backupDir, name)
  const folder = join(baseBackupsDir(backupDir), name)
  const errors: string[] = []
  for (const { path, size, sha256 } of manifest.files) {
    const found = await hashFile(join(folder, 'cluster', path))
    if (!found) errors.push(`cluster/${path} is missing`)
    else if (found.size !== size || found.sha256 !== sha256) errors.push(`cluster/${path} was changed`)
  }
  for (const walFile of requiredWalFiles(manifest))
    if (!existsSync(join(walDir(backupDir), `${walFile}.gz`))) errors.push(`wal/${walFile}.gz is missing`)
  const list = await sumOfFile(join(folder, uploadsListFile))
  if (list !== manifest.uploads.sha256) return [...errors, `${uploadsListFile} was changed`]
  for await (const { key, sha256 } of readUploadList(folder))
    if (sha256 !== null && (await hashObject(pool, key)) !== sha256)
      errors.push(`uploads/${key} is missing or was changed`)
  return errors
}

async function sumOfFile(path: string) {
  const hash = createHash('sha256')
  if (!existsSync(path)) return null
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Segments of 16 MiB, 256 per WAL log number. */
const piecesInLog = 256

/** Names of the WAL segments between start and stop of a backup. */
export function requiredWalFiles({
  first_wal,
  last_wal,
}: Pick<BackupManifest, 'first_wal' | 'last_wal'>): string[] {
  const timeline = first_wal.slice(0, 8)
  const dataDirectory = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * piecesInLog + Number.parseInt(name.slice(16), 16)
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
  const count = dataDirectory(last_wal) - dataDirectory(first_wal) + 1
  return Array.from({ length: Math.max(1, count) }, (_, at) => {
    const segment = dataDirectory(first_wal) + at
    return timeline + hex(Math.floor(segment / piecesInLog)) + hex(segment % piecesInLog)
  })
}
