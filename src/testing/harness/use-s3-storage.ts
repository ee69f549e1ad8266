import type { S3Config } from '#platform/config/s3.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openS3Storage } from '#platform/storage/s3/s3.ts'
import { theApp } from './harness.ts'

/** Lets this worker's product keep files in a store that speaks S3; answers how to end that. */
export async function keepFilesIn(config: S3Config) {
  return keepFiles(openS3Storage(config))
}

export async function keepFiles(storage: Storage) {
  const { services } = await theApp()
  const before = services.storage
  services.storage = storage
  return () => void (services.storage = before)
}
