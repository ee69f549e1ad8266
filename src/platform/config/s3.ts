import { isIP } from 'node:net'

/** An S3-speaking store and the bucket in it. */
export interface S3Config {
  /** Null for Amazon's own, which follows from the region. */
  endpoint: string | null
  /** Where browsers reach the store, if that is another address than ours. */
  publicEndpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket in the path instead of in the host name. */
  forcePathStyle: boolean
}

interface Reader {
  fault(name: string, what: string): void
  optional(name: string, test: (value: string) => boolean, wanted: string): string | null
  text(name: string, fallback: string): string
  oneOf<T extends string>(name: string, choices: readonly T[], fallback: T): T
}

const names = [
  'S3_ENDPOINT',
  'S3_PUBLIC_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
]

/** The store that S3_* describes; null where no bucket is named. */
export function readS3(read: Reader, env: NodeJS.ProcessEnv): S3Config | null {
  const bucket = read.optional('S3_BUCKET', isBucket, 'the name of a bucket')
  if (!bucket) {
    if (!env.S3_BUCKET?.trim())
      for (const name of names) if (env[name]?.trim()) read.fault(name, 'is set, but S3_BUCKET is not')
    return null
  }
  const endpoint = read.optional('S3_ENDPOINT', isOrigin, 'an http:// or https:// address without a path')
  const needed = (name: string) => {
    if (!env[name]?.trim()) read.fault(name, 'is required with S3_BUCKET')
    return env[name]?.trim() ?? ''
  }
  return {
    endpoint,
    publicEndpoint: read.optional(
      'S3_PUBLIC_ENDPOINT',
      isOrigin,
      'an http:// or https:// address without a path',
    ),
    region: read.text('S3_REGION', 'us-east-1'),
    bucket,
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
    forcePathStyle:
      read.oneOf('S3_FORCE_PATH_STYLE', ['true', 'false'] as const, endpoint ? 'true' : 'false') === 'true',
  }
}

const isBucket = (value: string) =>
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) && !value.includes('..') && isIP(value) === 0

const isOrigin = (value: string) => {
  if (!URL.canParse(value)) return false
  const { protocol, pathname, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}

/** The origin that a signed link leads to. */
export function browserOrigin({ endpoint, publicEndpoint, region, bucket, forcePathStyle }: S3Config) {
  const { protocol, host } = new URL(publicEndpoint ?? endpoint ?? `https://s3.${region}.amazonaws.com`)
  return forcePathStyle ? `${protocol}//${host}` : `${protocol}//${bucket}.${host}`
}
