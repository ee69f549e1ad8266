import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { ObjectMissingError, type Storage } from '#platform/storage/storage.ts'
import { JobFailed } from '../resumable-job.ts'
import type { ArchiveFile } from './validate-archive.ts'

/**
 * The bytes of one file of an archive in the store, whose directory was checked before. Throws Failed where they are not what
 * the directory says.
 */
export async function* readArchiveFile(
  storage: Storage,
  object_key: string,
  { size, packed_size, is_deflated, from }: ArchiveFile,
): AsyncIterable<Uint8Array> {
  const packed = await storage.read(object_key, { start: from, end: from + packed_size - 1 })
  // A fault of either is met where the other is read.
  const bytes = is_deflated ? pipeline(packed, createInflateRaw(), () => {}) : packed
  let read = 0
  try {
    for await (const chunk of bytes) {
      read += (chunk as Buffer).length
      if (read > size) throw new JobFailed('archive_damaged')
      yield chunk as Buffer
    }
  } catch (error) {
    throw asFailure(error)
  } finally {
    packed.destroy()
  }
  if (read < size) throw new JobFailed('archive_damaged')
}

/** What zlib says of the bytes ends the import; what the store says is tried again. */
function asFailure(error: unknown): unknown {
  if (error instanceof JobFailed || error instanceof ObjectMissingError || !(error instanceof Error))
    return error
  return 'code' in error && String(error.code).startsWith('Z_') ? new JobFailed('archive_damaged') : error
}
