import { pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { ObjectMissingError, type Storage } from '#platform/storage/storage.ts'
import { JobFailed } from '../resumable-job.ts'
import type { ArchiveFile } from './validate-archive.ts'

/**
 * Streams one file of a stored archive whose directory was checked. Throws Failed if the bytes do not match the
 * directory.
 */
export async function* readArchiveFile(
  storage: Storage,
  object_key: string,
  { size, packed_size, is_deflated, from }: ArchiveFile,
): AsyncIterable<Uint8Array> {
  const packed = await storage.read(object_key, { start: from, end: from + packed_size - 1 })
  // The pipeline reports errors of either stream to the reader.
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

/** An error of zlib ends the import; a storage error is retried. */
function asFailure(error: unknown): unknown {
  if (error instanceof JobFailed || error instanceof ObjectMissingError || !(error instanceof Error))
    return error
  return 'code' in error && String(error.code).startsWith('Z_') ? new JobFailed('archive_damaged') : error
}
