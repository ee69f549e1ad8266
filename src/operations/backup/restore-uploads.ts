import { stat } from 'node:fs/promises'
import type pg from 'pg'
import { openDiskStorage, objectPath } from '#platform/storage/disk.ts'
import { copyObject } from '#platform/storage/replicated-storage.ts'

export interface UploadRestoreResult {
  copied: number
  /** Finished files that the database names and nobody has. */
  missing: string[]
}

interface Options {
  /** Folders that hold uploads, the best first. */
  from: string[]
  into: string
  to: Date | null
  /** False where files lie in a store, which keeps them itself, but for those that were still on the disk. */
  kept: boolean
}

/** Brings the uploads that there were at that time, and says which finished ones of the database are nowhere. */
export async function restoreUploads(
  client: pg.Client,
  { from, into, to, kept: existing }: Options,
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
      // Those that no row names were drawn from one that a row names, before that time.
      if (!named.has(key) && to && (await stat(objectPath(folder, key))).mtime > to) continue
      if (await copyObject(open(folder), target, key)) copied += 1
    }
  const missing: string[] = []
  for (const { object_key, status } of rows)
    if (existing && status === 'ready' && !(await target.stat(object_key))) missing.push(object_key)
  return { copied, missing }
}
