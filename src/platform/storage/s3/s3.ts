import { createReadStream } from 'node:fs'
import { stat as statFile } from 'node:fs/promises'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../../config/storage.ts'
import { derivedObjectKey, ownerIdOfKey } from '../keys.ts'
import { ObjectExistsError, type ExpectedObject, type SignedPut, type Storage } from '../storage.ts'
import { createBucketObjects, type BucketObjects } from './bucket-objects.ts'
import { connectS3 } from './connection.ts'
import { createMultiparts, receivedBytes, type Multiparts } from './parts.ts'
import { appendPart, createObjectWriter } from './writing.ts'

const putLifeSeconds = 3600
/** Prefix for uploads by signed links. Nothing is read or served from it. */
const arriving = 'arriving/'

/** Access to one bucket: single objects, and uploads in parts. */
interface BucketAccess {
  objects: BucketObjects
  parts: Multiparts
}

/** Opens a storage in a bucket of an S3-compatible service. */
export function openS3Storage(config: S3Config): Storage {
  const Bucket = config.bucket
  const { client, signer } = connectS3(config)
  const objects = createBucketObjects(client, Bucket)
  const parts = createMultiparts(client, Bucket)
  const bucket = { objects, parts }
  const putOnce = createOnce(objects, createObjectWriter(client, Bucket, parts))

  return {
    put: async (key, body, pinned) => putOnce(ensureKey(key), body, pinned),
    received: async (key) => receivedSize(bucket, ensureKey(key)),
    append: async (key, body, pinned) => appendPart(parts, ensureKey(key), { body, ...pinned }),
    async copyIn(localPath, key) {
      const { size } = await statFile(localPath)
      await putOnce(ensureKey(key), createReadStream(localPath), { size })
      return size
    },
    read: async (key, range) => objects.read(ensureKey(key), range),
    localPath: async () => null,
    async stat(key) {
      const head = await objects.head(ensureKey(key))
      return head && { size: head.size }
    },
    remove: async (key) => removeObject(bucket, ensureKey(key)),
    presignPut: async (key, pinned, now) => presignPut({ signer, Bucket, key: ensureKey(key) }, pinned, now),
    claim: async (key) => claimArrived(objects, ensureKey(key)),
    copy: async (from, to) => objects.copy(ensureKey(from), ensureKey(to)),
    async *list(owner_id) {
      for await (const { key, size } of objects.list(owner_id ? `${owner_id}/` : ''))
        if (ownerIdOfKey(key)) yield { key, size }
    },
    sweep: async (before) => (await sweepArriving(objects, before)) + (await sweepParts(bucket, before)),
  }
}

function ensureKey(key: string) {
  if (!ownerIdOfKey(key)) throw new TypeError('not a storage key')
  return key
}

/** A `put` that refuses to replace: S3 does if it supports this; within this process we do. */
function createOnce(objects: BucketObjects, put: Storage['put']): Storage['put'] {
  const writing = new Set<string>()
  return async (key, body, pinned) => {
    if (writing.has(key) || (await objects.head(key)) || writing.has(key)) throw new ObjectExistsError(key)
    writing.add(key)
    try {
      await put(key, body, pinned)
    } finally {
      writing.delete(key)
    }
  }
}

/** Bytes of an object that arrived, complete or not. */
async function receivedSize({ objects, parts }: BucketAccess, key: string) {
  const existing = (await objects.head(key)) ?? (await objects.head(arriving + key))
  if (existing) return existing.size
  const progress = await parts.find(key)
  return progress ? receivedBytes(progress) : 0
}

/** Deletes an object with its incomplete uploads. */
async function removeObject({ objects, parts }: BucketAccess, key: string) {
  await abortParts(parts, key)
  await objects.drop(arriving + key)
  await objects.drop(key)
}

async function abortParts(parts: Multiparts, key: string) {
  const progress = await parts.find(key)
  if (progress) await parts.abort(key, progress)
  await parts.forget(key)
}

async function presignPut(
  { signer, Bucket, key }: { signer: S3Client; Bucket: string; key: string },
  { size, content_type }: ExpectedObject,
  now: Date,
): Promise<SignedPut> {
  const command = { Bucket, Key: arriving + key, ContentLength: size, ContentType: content_type }
  const url = await getSignedUrl(signer, new PutObjectCommand(command), {
    expiresIn: putLifeSeconds,
    signingDate: now,
    signableHeaders: new Set(['host', 'content-length', 'content-type']),
  })
  const expires_at = new Date((Math.floor(now.getTime() / 1000) + putLifeSeconds) * 1000)
  return { url, method: 'PUT', headers: { 'content-type': content_type }, expires_at }
}

/** Copies an object that was sent to a signed link to a key of its own, and returns that key. */
async function claimArrived(objects: BucketObjects, key: string) {
  if (await objects.head(key)) return key
  const came = await objects.head(arriving + key)
  if (!came) return key
  // A repeated upload gets another key, and cannot change these bytes.
  const taken = derivedObjectKey(key, `${came.etag} of ${came.modified} as it came`)
  await objects.copy(arriving + key, taken, came.etag)
  return taken
}

/** Deletes old uploads by signed links. Returns their number. */
async function sweepArriving(objects: BucketObjects, before: Date) {
  let swept = 0
  for await (const { key, modified } of objects.list(arriving)) {
    if (modified >= before) continue
    await objects.drop(key)
    swept += 1
  }
  return swept
}

/** Aborts old uploads in parts. Returns their number. */
async function sweepParts({ objects, parts }: BucketAccess, before: Date) {
  let swept = 0
  for await (const { key, modified } of objects.list('parts/')) {
    if (modified >= before || !key.endsWith('.json')) continue
    await abortParts(parts, key.slice('parts/'.length, -'.json'.length))
    swept += 1
  }
  return swept
}
