import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import { inSpan } from '../../telemetry/spans.ts'
import type { S3Config } from '../../config/storage.ts'
import { ObjectExistsError, ObjectMissingError, StorageUnavailableError } from '../storage.ts'

const connectMs = 3_000
/** Milliseconds without a byte in either direction. */
const silentMs = 20_000

/**
 * Creates a client of the storage, and a second one that signs links for browsers, which may use another address.
 */
export function connectS3(config: S3Config) {
  const { endpoint, publicEndpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = config
  const options: S3ClientConfig = {
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silentMs, socketTimeout: silentMs },
    // Many storages do not support newer checksums; lengths and our own hashes verify what arrived.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  const open = (address: string | null) => new S3Client({ ...options, ...(address && { endpoint: address }) })
  const client = open(endpoint)
  traceCommands(client, config.bucket)
  return { client, signer: publicEndpoint ? open(publicEndpoint) : client }
}

/** Records each request to the storage as a span. Signing an address sends no request. */
function traceCommands(client: S3Client, bucket: string) {
  client.middlewareStack.add(
    (next, { commandName = 'Command' }) =>
      (args) => {
        const method = commandName.replace(/Command$/, '')
        const attributes = {
          'rpc.system': 'aws-api',
          'rpc.service': 'S3',
          'rpc.method': method,
          'aws.s3.bucket': bucket,
        }
        return inSpan(
          () => ({ name: `S3/${method}`, kind: 'client', attributes }),
          () => next(args),
        )
      },
    { step: 'deserialize', priority: 'high', name: 'traceCommands' },
  )
}

interface Failure {
  name: string
  code?: string
  $metadata?: { httpStatusCode?: number }
}

const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

/** Converts an error of S3 to an error of `Storage`. */
export function translateS3Error(error: unknown, key: string): unknown {
  const { name, $metadata } = error as Failure
  const status = $metadata?.httpStatusCode
  if (name === 'AbortError') return error
  if (missing.has(name) || (status === 404 && name !== 'NoSuchBucket'))
    return new ObjectMissingError(key, { cause: error })
  if (name === 'PreconditionFailed' || status === 412 || name === 'ConditionalRequestConflict')
    return new ObjectExistsError(key, { cause: error })
  if (status === undefined || status >= 500 || status === 429 || status === 408)
    return new StorageUnavailableError('the store does not answer', { cause: error })
  return error
}

/** Awaits an S3 call and converts its error. */
export const withTranslatedErrors = <T>(work: Promise<T>, key: string): Promise<T> =>
  work.catch((error: unknown) => {
    throw translateS3Error(error, key)
  })
