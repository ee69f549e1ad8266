import { createHash } from 'node:crypto'
import {
  ObjectExistsError,
  ObjectMissingError,
  type ByteSource,
  type Storage,
  type StoredObject,
} from './storage.ts'

export interface MoveResult {
  /** Objects copied now, objects that an earlier run had copied, and the bytes of both. */
  copied: number
  alreadyCopied: number
  bytes: number
  /** Deleted while they were moved. */
  missing: number
  /** Keys with different content on both sides; both were kept. */
  different: string[]
}

interface Options {
  /** Counts without moving anything. */
  dryRun?: boolean
  onObject?: (sofar: MoveResult) => void
  signal?: AbortSignal
}

/**
 * Moves all objects from one storage to the other: copies, reads the copy, compares length and hash, and then
 * deletes the original. An interrupted run can be continued.
 */
export async function moveObjects(from: Storage, to: Storage, options: Options = {}): Promise<MoveResult> {
  const moved: MoveResult = { copied: 0, alreadyCopied: 0, bytes: 0, missing: 0, different: [] }
  for await (const object of from.list()) {
    options.signal?.throwIfAborted()
    const outcome = options.dryRun
      ? (await to.stat(object.key))
        ? 'alreadyCopied'
        : 'copied'
      : await moveOne(from, to, object)
    if (outcome === 'different') moved.different.push(object.key)
    else moved[outcome] += 1
    if (outcome === 'copied' || outcome === 'alreadyCopied') moved.bytes += object.size
    options.onObject?.(moved)
  }
  return moved
}

async function moveOne(from: Storage, to: Storage, { key, size }: StoredObject) {
  try {
    const first = createHash('sha256')
    const bytes = await from.read(key)
    const outcome = await to
      .put(key, hashing(bytes, first), { size })
      .then(
        () => 'copied' as const,
        (error: unknown) => {
          if (error instanceof ObjectExistsError) return 'alreadyCopied' as const
          throw error
        },
      )
      .finally(() => bytes.destroy())
    const expectedHash = outcome === 'copied' ? first.digest('hex') : await hashOf(from, key)
    if ((await to.stat(key))?.size !== size || (await hashOf(to, key)) !== expectedHash) return 'different'
    // Deleted meanwhile: the copy must not restore it.
    if (!(await from.stat(key))) await to.remove(key)
    await from.remove(key)
    return outcome
  } catch (error) {
    if (error instanceof ObjectMissingError && !(await from.stat(key))) return 'missing'
    throw error
  }
}

async function* hashing(bytes: ByteSource, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function hashOf(storage: Storage, key: string) {
  const hash = createHash('sha256')
  for await (const chunk of await storage.read(key)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
