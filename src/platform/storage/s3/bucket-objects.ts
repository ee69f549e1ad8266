import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3'
import { ObjectMissingError, type ByteRange } from '../storage.ts'
import { withTranslatedErrors } from './connection.ts'

/** Operations on single objects of a bucket. */
export function createBucketObjects(client: S3Client, Bucket: string) {
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
    /** Size, ETag and time of change; null if the object does not exist. */
    head,
    async read(Key: string, range?: ByteRange): Promise<Readable> {
      const Range = range && `bytes=${range.start}-${range.end}`
      const command = new GetObjectCommand({ Bucket, Key, Range })
      const answer = await withTranslatedErrors(client.send(command), Key)
      return answer.Body as Readable
    },
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
    list: (Prefix: string) => listObjects(client, Bucket, Prefix),
  }
}

export type BucketObjects = ReturnType<typeof createBucketObjects>

async function* listObjects(client: S3Client, Bucket: string, Prefix: string) {
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
}
