import type { S3Config } from '#platform/config/storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openS3Storage } from '#platform/storage/s3/s3.ts'
import { getTestApp } from './harness.ts'

/** Lets this worker's product keep files in a store that speaks S3; answers how to end that. */
export async function storeFilesIn(config: S3Config) {
  return useS3Storage(openS3Storage(config))
}

export async function useS3Storage(storage: Storage) {
  const { services } = await getTestApp()
  const before = services.storage
  services.storage = storage
  return () => void (services.storage = before)
}
