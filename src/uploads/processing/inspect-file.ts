import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '#platform/contract/refusal.ts'
import { ObjectMissingError, type Storage } from '#platform/storage/storage.ts'
import type { FileFamily } from '../purposes.ts'
import { readText } from './read-text.ts'
import { contentTypes } from '../content-types.ts'

interface Arrived {
  object_key: string
  size: number
  file_name: string
}

const maxSeconds = 20

/** Detects the type of an uploaded file by its bytes. Refuses missing objects and types outside of the family. */
export async function inspectFile(storage: Storage, arrived: Arrived, family: FileFamily): Promise<string> {
  const stored = await storage.stat(arrived.object_key)
  if (stored?.size !== arrived.size) throw new Refusal('upload_incomplete')
  const detected =
    (await (family === 'archive' ? archiveType : signatureOf)(storage, arrived.object_key)) ??
    (await readText(storage, arrived, family)).type
  const rule = detected === undefined ? undefined : contentTypes[detected]
  if (!detected || !rule?.families.includes(family)) throw new Refusal('file_type_not_allowed')
  if (family === 'audio' && detected.startsWith('video/')) return detected.replace('video/', 'audio/')
  return rule.storedType ?? detected
}

/** The archive's directory is read later: searching all entries for a type takes minutes. */
async function archiveType(storage: Storage, key: string) {
  const first = await buffer(await storage.read(key, { start: 0, end: 3 }))
  return first.equals(Buffer.from('PK\x03\x04', 'latin1')) ? 'application/zip' : undefined
}

/** The type by the first bytes; undefined for text and unknown formats. */
async function signatureOf(storage: Storage, key: string) {
  const { fileTypeFromStream } = await import('file-type')
  const bytes = await storage.read(key).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? new Refusal('upload_incomplete') : error
  })
  try {
    const found = await fileTypeFromStream(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
      maxBufferSize: 16_000_000,
      mpegOffsetTolerance: 10,
      signal: AbortSignal.timeout(maxSeconds * 1000),
    })
    // Markup is recognised by our own, stricter check.
    const type = found?.mime.split(';')[0]
    return type === 'application/xml' || type === 'image/svg+xml' ? undefined : type
  } catch (error) {
    if (error instanceof Error && /^E[A-Z]+$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new Refusal('file_corrupt')
  } finally {
    bytes.destroy()
  }
}
