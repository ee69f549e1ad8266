import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { openDiskStorage, objectPath } from '#platform/storage/disk.ts'
import { copyObject } from '#platform/storage/replicated-storage.ts'

export interface UploadRestoreResult {
  copied: number
  /** Completed uploads of the database whose file was not found. */
  missing: string[]
}

interface Options {
  /** Directories with uploads, best first. */
  from: string[]
  into: string
  recoveryTargetTime: Date | null
  /** False if files are in S3, which stores them itself; only files left on disk are copied. */
  existing: boolean
}

/** Restores the uploads of that time, and returns which completed ones of the database are missing. */
export async function restoreUploads(
  client: pg.Client,
  { from, into, recoveryTargetTime, existing }: Options,
): Promise<UploadRestoreResult> {
  const { rows } = await client.query<{ object_key: string; status: string }>(
    'select object_key, status from uploads order by school_id, id',
  )
  const named = new Set(rows.map(({ object_key }) => object_key))
  const open = (dataDir: string) => openDiskStorage({ dataDir, appSecret: '' })
  const target = open(into)
  let copied = 0
  for (const folder of from)
    for await (const { key } of open(folder).list()) {
      // Generated files without a row derive from an upload with a row, and existed at that time.
      if (
        !named.has(key) &&
        recoveryTargetTime &&
        (await stat(objectPath(folder, key))).mtime > recoveryTargetTime
      )
        continue
      if (await copyObject(open(folder), target, key)) copied += 1
    }
  const missing: string[] = []
  for (const { object_key, status } of rows)
    if (existing && status === 'ready' && !(await target.stat(object_key))) missing.push(object_key)
  return { copied, missing }
}
