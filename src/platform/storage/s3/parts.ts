import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { ObjectExistsError, ObjectMissingError } from '../storage.ts'
import { withTranslatedErrors } from './connection.ts'

/** S3 accepts no part below 5 MiB except the last, and at most 10,000 parts. */
export const partSizeBytes = 8 * 1024 * 1024

/** Progress of an object in parts. Stored in S3 itself, so that any process can continue. */
export interface MultipartProgress {
  upload_id: string
  parts: { number: number; etag: string; size: number }[]
  /** Bytes after the last complete part, too few for a part; stored in a separate object. */
  tail: number
}

/** Bytes received so far: uploaded parts and the buffered tail. */
export const receivedBytes = ({ parts, tail }: MultipartProgress) =>
  parts.reduce((sum, { size }) => sum + size, tail)

const noteOf = (key: string) => `parts/${key}.json`
const tailOf = (key: string) => `parts/${key}.tail`

/** Multipart uploads of a bucket with their progress. */
export const createMultiparts = (client: S3Client, Bucket: string) => ({
  ...createMultipartCommands(client, Bucket),
  ...createProgressNotes(client, Bucket),
})

export type Multiparts = ReturnType<typeof createMultiparts>

/** The commands of a multipart upload. */
function createMultipartCommands(client: S3Client, Bucket: string) {
  return {
    async begin(Key: string): Promise<MultipartProgress> {
      const command = new CreateMultipartUploadCommand({ Bucket, Key })
      const { UploadId } = await withTranslatedErrors(client.send(command), Key)
      return { upload_id: UploadId!, parts: [], tail: 0 }
    },
    async add(Key: string, progress: MultipartProgress, Body: Buffer): Promise<MultipartProgress> {
      const { upload_id: UploadId, parts } = progress
      const number = parts.length + 1
      const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: number, Body })
      const { ETag } = await withTranslatedErrors(client.send(command), Key)
      return { ...progress, parts: [...parts, { number, etag: ETag!, size: Body.length }], tail: 0 }
    },
    async complete(Key: string, { upload_id: UploadId, parts }: MultipartProgress): Promise<void> {
      const MultipartUpload = { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) }
      const command = { Bucket, Key, UploadId, MultipartUpload, IfNoneMatch: '*' }
      await withTranslatedErrors(client.send(new CompleteMultipartUploadCommand(command)), Key).catch(
        (error: unknown) => {
          if (!(error instanceof ObjectExistsError)) throw error
        },
      )
    },
    async abort(Key: string, { upload_id: UploadId }: MultipartProgress): Promise<void> {
      const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      await withTranslatedErrors(client.send(command), Key).catch((error: unknown) => {
        if (!(error instanceof ObjectMissingError)) throw error
      })
    },
  }
}

/** Progress of multipart uploads, and their bytes that do not fill a part, as objects of the bucket. */
function createProgressNotes(client: S3Client, Bucket: string) {
  const bytesOf = async (Key: string) => {
    const { Body } = await withTranslatedErrors(client.send(new GetObjectCommand({ Bucket, Key })), Key)
    return buffer(Body as Readable)
  }
  const put = (Key: string, Body: Buffer) =>
    withTranslatedErrors(client.send(new PutObjectCommand({ Bucket, Key, Body })), Key)
  const drop = (Key: string) =>
    withTranslatedErrors(client.send(new DeleteObjectCommand({ Bucket, Key })), Key)

  return {
    /** Null if nothing has arrived. */
    async find(key: string): Promise<MultipartProgress | null> {
      try {
        return JSON.parse((await bytesOf(noteOf(key))).toString()) as MultipartProgress
      } catch (error) {
        if (error instanceof ObjectMissingError) return null
        throw error
      }
    },
    tail: (key: string, { tail }: MultipartProgress) =>
      tail === 0 ? Promise.resolve(Buffer.alloc(0)) : bytesOf(tailOf(key)),
    /** The tail first: the progress must never promise missing bytes. */
    async note(key: string, progress: MultipartProgress, rest: Buffer): Promise<void> {
      if (rest.length > 0) await put(tailOf(key), rest)
      await put(noteOf(key), Buffer.from(JSON.stringify({ ...progress, tail: rest.length })))
    },
    async forget(key: string): Promise<void> {
      await Promise.all([drop(noteOf(key)), drop(tailOf(key))])
    },
  }
}
