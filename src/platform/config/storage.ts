import { isIP } from 'node:net'
import { plainHttpUrl, type TextFormat } from './formats.ts'
import { booleanSetting, choiceSetting, defineConfigGroup, textSetting, urlSetting } from './settings.ts'

/** An S3-compatible object storage with its bucket. */
export interface S3Config {
  /** Null for Amazon S3, whose address depends on the region. */
  endpoint: string | null
  /** Address of the storage for browsers, if different. */
  publicEndpoint: string | null
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is part of the path instead of the host name. */
  forcePathStyle: boolean
}

export interface StorageConfig {
  /** Null if only the disk is configured. */
  s3: S3Config | null
  /** Storage of new files. The other one, if configured, is still read. */
  storage: 'disk' | 's3'
}

const bucketName: TextFormat = {
  test: (value) =>
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) && !value.includes('..') && isIP(value) === 0,
  expected: 'the name of a bucket',
}

const origin: TextFormat = {
  test: (value) => plainHttpUrl.test(value) && new URL(value).pathname === '/',
  expected: 'an http:// or https:// address without a path',
}

export const storageGroup = defineConfigGroup({
  title: 'Files',
  usedBy: ['web', 'worker', 'commands'],
  settings: {
    STORAGE: choiceSetting(['disk', 's3'], {
      description: 'Where new files are stored; the other storage is still read',
      defaultText: '`s3` with `S3_BUCKET`, else `disk`',
    }),
    S3_BUCKET: textSetting({
      description:
        'Bucket of an S3-compatible store; see [operations](operations.md#file-storage) for its setup',
      format: bucketName,
    }),
    S3_ACCESS_KEY_ID: textSetting({
      description: 'Name of the access key',
      requiredWith: ['S3_BUCKET'],
      onlyWith: 'S3_BUCKET',
    }),
    S3_SECRET_ACCESS_KEY: textSetting({
      description: 'Secret of the access key',
      secret: true,
      requiredWith: ['S3_BUCKET'],
      onlyWith: 'S3_BUCKET',
    }),
    S3_ENDPOINT: urlSetting({
      description: 'Address of the store',
      format: origin,
      defaultText: 'Amazon S3 in `S3_REGION`',
      onlyWith: 'S3_BUCKET',
      plaintextConnection: 'store',
    }),
    S3_PUBLIC_ENDPOINT: urlSetting({
      description: 'Address of the store for browsers',
      format: origin,
      defaultText: '`S3_ENDPOINT`',
      onlyWith: 'S3_BUCKET',
    }),
    S3_REGION: textSetting({
      description: 'Region of the store',
      default: 'us-east-1',
      onlyWith: 'S3_BUCKET',
    }),
    S3_FORCE_PATH_STYLE: booleanSetting({
      description: 'Whether the bucket is part of the path instead of the host name',
      words: ['true', 'false'],
      defaultText: '`true` with `S3_ENDPOINT`, else `false`',
      onlyWith: 'S3_BUCKET',
    }),
  },
  resolve(values, { addError }) {
    const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = values
    const storage = values.STORAGE ?? (bucket ? 's3' : 'disk')
    if (storage === 's3' && !bucket) addError('STORAGE', 'is s3, but S3_BUCKET names no bucket')
    const s3: S3Config | null = bucket
      ? {
          endpoint,
          publicEndpoint: values.S3_PUBLIC_ENDPOINT,
          region: values.S3_REGION,
          bucket,
          accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
          forcePathStyle: values.S3_FORCE_PATH_STYLE ?? endpoint !== null,
        }
      : null
    return { s3, storage } satisfies StorageConfig
  },
})

/** Origin of signed links. */
export function browserOrigin({ endpoint, publicEndpoint, region, bucket, forcePathStyle }: S3Config) {
  const { protocol, host } = new URL(publicEndpoint ?? endpoint ?? `https://s3.${region}.amazonaws.com`)
  return forcePathStyle ? `${protocol}//${host}` : `${protocol}//${bucket}.${host}`
}
