import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { walIn } from '#embedded-postgres/wal-archive.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { listedUploads, sumIn } from './copy-uploads.ts'
import { basesIn, lookAtFile, readManifest, uploadsList, type Manifest } from './manifest.ts'

/** What is wrong with a whole backup: every file of it is read again. Nothing is wrong with an empty list. */
export async function verifyBackup(backupDir: string, name: string, pool: Storage): Promise<string[]> {
  const manifest = readManifest(backupDir, name)
  const folder = join(basesIn(backupDir), name)
  const faults: string[] = []
  for (const { path, size, sha256 } of manifest.pieces) {
    const found = await lookAtFile(join(folder, 'cluster', path))
    if (!found) faults.push(`cluster/${path} is missing`)
    else if (found.size !== size || found.sha256 !== sha256) faults.push(`cluster/${path} was changed`)
  }
  for (const piece of logOf(manifest))
    if (!existsSync(join(walIn(backupDir), `${piece}.gz`))) faults.push(`wal/${piece}.gz is missing`)
  const list = await sumOfFile(join(folder, uploadsList))
  if (list !== manifest.uploads.sha256) return [...faults, `${uploadsList} was changed`]
  for await (const { key, sha256 } of listedUploads(folder))
    if (sha256 !== null && (await sumIn(pool, key)) !== sha256)
      faults.push(`uploads/${key} is missing or was changed`)
  return faults
}

async function sumOfFile(path: string) {
  const hash = createHash('sha256')
  if (!existsSync(path)) return null
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Pieces of 16 MiB, 256 of them in what Postgres counts as one log. */
const piecesInLog = 256

/** The names of the pieces of the log between start and stop of a backup. */
export function logOf({ first_wal, last_wal }: Pick<Manifest, 'first_wal' | 'last_wal'>): string[] {
  const timeline = first_wal.slice(0, 8)
  const place = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * piecesInLog + Number.parseInt(name.slice(16), 16)
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')
  const count = place(last_wal) - place(first_wal) + 1
  return Array.from({ length: Math.max(1, count) }, (_, at) => {
    const here = place(first_wal) + at
    return timeline + hex(Math.floor(here / piecesInLog)) + hex(here % piecesInLog)
  })
}
