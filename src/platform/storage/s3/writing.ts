import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import {
  OffsetMismatchError,
  SizeMismatchError,
  type ByteSource,
  type PinnedPart,
  type PinnedSize,
  type Storage,
} from '../storage.ts'
import { withTranslatedErrors } from './connection.ts'
import { partSizeBytes, receivedBytes, type Multiparts, type MultipartProgress } from './parts.ts'

/** Splits the body into parts, the last one shorter. Throws WrongSizeError as soon as possible. */
async function* inParts(body: ByteSource, { size, signal }: PinnedSize): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  let all = 0
  for await (const chunk of body) {
    signal?.throwIfAborted()
    all += chunk.length
    if (all > size) throw new SizeMismatchError(`more than ${size} bytes`)
    waiting.push(chunk)
    length += chunk.length
    if (length < partSizeBytes) continue
    const joined = Buffer.concat(waiting)
    for (let at = 0; at + partSizeBytes <= length; at += partSizeBytes)
      yield joined.subarray(at, at + partSizeBytes)
    waiting = [joined.subarray(length - (length % partSizeBytes))]
    length %= partSizeBytes
  }
  signal?.throwIfAborted()
  if (all < size) throw new SizeMismatchError(`${all} bytes instead of ${size}`)
  if (length > 0 || size === 0) yield Buffer.concat(waiting)
}

/** Returns a `put` that stores a complete object; in one request if it fits one part, so that the client can retry. */
export function createObjectWriter(client: S3Client, Bucket: string, parts: Multiparts): Storage['put'] {
  return async (Key, body, pinned) => {
    if (pinned.size > partSizeBytes) return putInParts(parts, Key, inParts(body, pinned))
    const buffers: Buffer[] = []
    for await (const buffer of inParts(body, pinned)) buffers.push(buffer)
    const command = { Bucket, Key, Body: Buffer.concat(buffers), IfNoneMatch: '*' }
    await withTranslatedErrors(client.send(new PutObjectCommand(command)), Key)
  }
}

async function putInParts(parts: Multiparts, key: string, buffers: AsyncIterable<Buffer>) {
  let progress = await parts.begin(key)
  try {
    for await (const buffer of buffers) progress = await parts.add(key, progress, buffer)
  } catch (error) {
    await parts.abort(key, progress).catch(() => {})
    throw error
  }
  await parts.complete(key, progress)
}

/** Appends to an object in parts. However the body ends, what arrived is stored with its progress. */
export async function appendPart(
  parts: Multiparts,
  key: string,
  { body, offset, size, signal }: PinnedPart & { body: ByteSource },
): Promise<number> {
  const progress = (await parts.find(key)) ?? (await parts.begin(key))
  if (receivedBytes(progress) !== offset) throw new OffsetMismatchError(`a part starts at ${offset}`)
  const object = openIncompleteObject(parts, key, { progress, tail: await parts.tail(key, progress) })
  let there = offset
  try {
    for await (const chunk of body) {
      signal?.throwIfAborted()
      if (there + chunk.length > size) throw new SizeMismatchError(`more than ${size} bytes`)
      there += chunk.length
      if (object.collect(chunk)) await object.uploadParts()
    }
  } catch (error) {
    await object.noteProgress()
    throw error
  }
  await (there === size ? object.complete() : object.noteProgress())
  return there
}

interface IncompleteObject {
  progress: MultipartProgress
  tail: Buffer
}

/** Collects bytes until they fill a part, because S3 accepts no shorter one before the last. */
function openIncompleteObject(parts: Multiparts, key: string, { progress, tail }: IncompleteObject) {
  let chunks: Uint8Array[] = []
  let length = tail.length
  const joinTail = () => {
    tail = Buffer.concat([tail, ...chunks])
    chunks = []
  }
  return {
    /** Keeps a chunk; returns whether the collected bytes fill a part. */
    collect(chunk: Uint8Array) {
      chunks.push(chunk)
      length += chunk.length
      return length >= partSizeBytes
    },
    /** Uploads the complete parts among the collected bytes. */
    async uploadParts() {
      joinTail()
      while (tail.length >= partSizeBytes) {
        progress = await parts.add(key, progress, tail.subarray(0, partSizeBytes))
        tail = tail.subarray(partSizeBytes)
        await parts.note(key, progress, tail)
      }
      length = tail.length
    },
    /** Stores the collected bytes and the progress. */
    async noteProgress() {
      joinTail()
      await parts.note(key, progress, tail)
    },
    /** Uploads the collected bytes as the last part and completes the object. */
    async complete() {
      joinTail()
      if (tail.length > 0) progress = await parts.add(key, progress, tail)
      await parts.complete(key, progress)
      await parts.forget(key)
    },
  }
}
