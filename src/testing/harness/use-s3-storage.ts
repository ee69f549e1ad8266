import type { S3Config } from '#platform/config/storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openS3Storage } from '#platform/storage/s3/s3.ts'
import { getTestApp } from './harness.ts'

/** Makes this worker's product store files in S3; returns a function that ends this. */
export async function storeFilesIn(config: S3Config) {
  return useS3Storage(openS3Storage(config))
}

export async function useS3Storage(storage: Storage) {
  const { services } = await getTestApp()
  const before = services.storage
  services.storage = storage
  return () => void (services.storage = before)
}
