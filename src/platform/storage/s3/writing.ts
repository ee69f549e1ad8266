import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { WrongOffsetError, WrongSizeError, type ByteSource } from '../storage.ts'
import { withTranslatedErrors } from './connection.ts'
import { partSizeBytes, receivedBytes, type Multiparts, type MultipartProgress } from './parts.ts'

interface Sized {
  size: number
  signal?: AbortSignal | undefined
}

/** Splits the body into parts, the last one shorter. Throws WrongSizeError as soon as possible. */
async function* inParts(body: ByteSource, { size, signal }: Sized): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let length = 0
  let all = 0
  for await (const chunk of body) {
    signal?.throwIfAborted()
    all += chunk.length
    if (all > size) throw new WrongSizeError(`more than ${size} bytes`)
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
  if (all < size) throw new WrongSizeError(`${all} bytes instead of ${size}`)
  if (length > 0 || size === 0) yield Buffer.concat(waiting)
}

/** Stores a complete object; in one request if it fits one part, so that the client can retry itself. */
export async function putObject(
  { client, Bucket, parts }: { client: S3Client; Bucket: string; parts: Multiparts },
  Key: string,
  body: ByteSource,
  sized: Sized,
) {
  if (sized.size <= partSizeBytes) {
    const buffers: Buffer[] = []
    for await (const buffer of inParts(body, sized)) buffers.push(buffer)
    const command = { Bucket, Key, Body: Buffer.concat(buffers), IfNoneMatch: '*' }
    await withTranslatedErrors(client.send(new PutObjectCommand(command)), Key)
    return
  }
  let progress = await parts.begin(Key)
  try {
    for await (const buffer of inParts(body, sized)) progress = await parts.add(Key, progress, buffer)
  } catch (error) {
    await parts.abort(Key, progress).catch(() => {})
    throw error
  }
  await parts.complete(Key, progress)
}

/** Appends to an object in parts. However the body ends, what arrived is stored with its progress. */
export async function appendPart(
  parts: Multiparts,
  key: string,
  { offset, size, signal }: Sized & { offset: number },
  body: ByteSource,
): Promise<number> {
  let progress = (await parts.find(key)) ?? (await parts.begin(key))
  if (receivedBytes(progress) !== offset) throw new WrongOffsetError(`a part starts at ${offset}`)
  let rest: Buffer = await parts.tail(key, progress)
  let there = offset
  const addPart = async () => {
    for (; rest.length >= partSizeBytes; rest = rest.subarray(partSizeBytes)) {
      progress = await parts.add(key, progress, rest.subarray(0, partSizeBytes))
      await parts.note(key, progress, rest.subarray(partSizeBytes))
    }
  }
  let waiting: Uint8Array[] = []
  let length = rest.length
  const gather = () => {
    rest = Buffer.concat([rest, ...waiting])
    waiting = []
    length = rest.length
  }
  try {
    for await (const chunk of body) {
      signal?.throwIfAborted()
      if (there + chunk.length > size) throw new WrongSizeError(`more than ${size} bytes`)
      waiting.push(chunk)
      there += chunk.length
      length += chunk.length
      if (length < partSizeBytes) continue
      gather()
      await addPart()
      length = rest.length
    }
  } catch (error) {
    gather()
    await parts.note(key, progress, rest)
    throw error
  }
  gather()
  await finishOrNote(parts, key, { progress, rest, isComplete: there === size })
  return there
}

async function finishOrNote(
  parts: Multiparts,
  key: string,
  { progress, rest, isComplete }: { progress: MultipartProgress; rest: Buffer; isComplete: boolean },
) {
  if (!isComplete) return parts.note(key, progress, rest)
  const all = rest.length > 0 ? await parts.add(key, progress, rest) : progress
  await parts.complete(key, all)
  await parts.forget(key)
}
