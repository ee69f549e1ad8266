import { createReadStream } from 'node:fs'
import { stat as statFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { S3Config } from '../../config/storage.ts'
import { derivedObjectKey, ownerIdOfKey } from '../keys.ts'
import { ObjectExistsError, ObjectMissingError, type Storage } from '../storage.ts'
import { withTranslatedErrors, connectS3 } from './connection.ts'
import { createMultiparts, receivedBytes } from './parts.ts'
import { appendPart, putObject } from './writing.ts'

const putLifeSeconds = 3600
/** Prefix for uploads by signed links. Nothing is read or served from it. */
const arriving = 'arriving/'

/** Opens a storage in a bucket of an S3-compatible service. */
export function openS3Storage(config: S3Config): Storage {
  const Bucket = config.bucket
  const { client, signer } = connectS3(config)
  const parts = createMultiparts(client, Bucket)
  const objects = bucketOf(client, Bucket)
  const writing = new Set<string>()

  return {
    async put(key, body, { size, signal }) {
      ensureKey(key)
      // S3 refuses to replace if it supports this; within this process we do.
      if (writing.has(key) || (await objects.head(key)) || writing.has(key)) throw new ObjectExistsError(key)
      writing.add(key)
      try {
        await putObject({ client, Bucket, parts }, key, body, { size, signal })
      } finally {
        writing.delete(key)
      }
    },
    async received(key) {
      ensureKey(key)
      const existing = (await objects.head(key)) ?? (await objects.head(arriving + key))
      if (existing) return existing.size
      const progress = await parts.find(key)
      return progress ? receivedBytes(progress) : 0
    },
    async append(key, offset, body, { size, signal }) {
      ensureKey(key)
      return appendPart(parts, key, { offset, size, signal }, body)
    },
    async copyIn(localPath, key) {
      const { size } = await statFile(localPath)
      await this.put(key, createReadStream(localPath), { size })
      return size
    },
    async read(key, range) {
      ensureKey(key)
      const Range = range && `bytes=${range.start}-${range.end}`
      const answer = await withTranslatedErrors(
        client.send(new GetObjectCommand({ Bucket, Key: key, Range })),
        key,
      )
      return answer.Body as Readable
    },
    localPath: async () => null,
    async stat(key) {
      ensureKey(key)
      const head = await objects.head(key)
      return head && { size: head.size }
    },
    async remove(key) {
      ensureKey(key)
      const progress = await parts.find(key)
      if (progress) await parts.abort(key, progress)
      await parts.forget(key)
      await objects.drop(arriving + key)
      await objects.drop(key)
    },
    async presignPut(key, { size, content_type }, now) {
      ensureKey(key)
      const command = { Bucket, Key: arriving + key, ContentLength: size, ContentType: content_type }
      const url = await getSignedUrl(signer, new PutObjectCommand(command), {
        expiresIn: putLifeSeconds,
        signingDate: now,
        signableHeaders: new Set(['host', 'content-length', 'content-type']),
      })
      const expires_at = new Date((Math.floor(now.getTime() / 1000) + putLifeSeconds) * 1000)
      return { url, method: 'PUT', headers: { 'content-type': content_type }, expires_at }
    },
    async claim(key) {
      ensureKey(key)
      if (await objects.head(key)) return key
      const came = await objects.head(arriving + key)
      if (!came) return key
      // A repeated upload gets another key, and cannot change these bytes.
      const taken = derivedObjectKey(key, `${came.etag} of ${came.modified} as it came`)
      await objects.copy(arriving + key, taken, came.etag)
      return taken
    },
    async copy(from, to) {
      ensureKey(from)
      ensureKey(to)
      await objects.copy(from, to)
    },
    async *list(owner_id) {
      for await (const { key, size } of objects.list(owner_id ? `${owner_id}/` : ''))
        if (ownerIdOfKey(key)) yield { key, size }
    },
    async sweep(before) {
      let swept = 0
      for await (const { key, modified } of objects.list(arriving)) {
        if (modified >= before) continue
        await objects.drop(key)
        swept += 1
      }
      for await (const { key, modified } of objects.list('parts/')) {
        if (modified >= before || !key.endsWith('.json')) continue
        const of = key.slice('parts/'.length, -'.json'.length)
        const progress = await parts.find(of)
        if (progress) await parts.abort(of, progress)
        await parts.forget(of)
        swept += 1
      }
      return swept
    },
  }
}

function ensureKey(key: string) {
  if (!ownerIdOfKey(key)) throw new TypeError('not a storage key')
}

/** Operations on single objects of a bucket. */
function bucketOf(client: S3Client, Bucket: string) {
  const head = async (Key: string) => {
    try {
      const answer = await withTranslatedErrors(client.send(new HeadObjectCommand({ Bucket, Key })), Key)
      const modified = answer.LastModified?.toISOString() ?? ''
      return { size: answer.ContentLength ?? 0, etag: answer.ETag ?? '', modified }
    } catch (error) {
      if (error instanceof ObjectMissingError) return null
      throw error
    }
  }
  return {
    head,
    async copy(from: string, Key: string, etag?: string) {
      if (await head(Key)) return
      const CopySource = `${Bucket}/${from}`
      const command = { Bucket, Key, CopySource, CopySourceIfMatch: etag, ContentType: 'binary/octet-stream' }
      await withTranslatedErrors(
        client.send(new CopyObjectCommand({ ...command, MetadataDirective: 'REPLACE' })),
        from,
      )
    },
    drop: (Key: string) => withTranslatedErrors(client.send(new DeleteObjectCommand({ Bucket, Key })), Key),
    async *list(Prefix: string) {
      let ContinuationToken: string | undefined
      do {
        const page = await withTranslatedErrors(
          client.send(new ListObjectsV2Command({ Bucket, Prefix: Prefix || undefined, ContinuationToken })),
          Prefix,
        )
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          yield { key: Key, size: Size, modified: LastModified }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}
