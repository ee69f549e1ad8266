import type { Config } from '../config/config.ts'
import { openDiskStorage } from './disk.ts'
import { withFallback } from './fallback-storage.ts'
import { withReplica } from './replicated-storage.ts'
import type { Storage } from './storage.ts'

/** Opens the disk and, if configured, the S3 storage, whose client is loaded only then. */
export async function openStorages(config: Config): Promise<{ disk: Storage; s3: Storage | null }> {
  const { backupDir, appSecret } = config
  const onDisk = openDiskStorage(config)
  const disk = backupDir ? withReplica(onDisk, openDiskStorage({ dataDir: backupDir, appSecret })) : onDisk
  if (!config.s3) return { disk, s3: null }
  const { openS3Storage } = await import('./s3/s3.ts')
  return { disk, s3: openS3Storage(config.s3) }
}

/** Opens the configured storage. Files on the other side, as during a move, are read from there. */
export async function openStorage(config: Config): Promise<Storage> {
  const { disk, s3 } = await openStorages(config)
  if (!s3) return disk
  return config.storage === 's3' ? withFallback(s3, disk) : withFallback(disk, s3)
}
