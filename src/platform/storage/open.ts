import type { Config } from '../config/config.ts'
import { openDiskStorage } from './disk.ts'
import { withOtherSide } from './fallback-storage.ts'
import { withSecondCopies } from './replicated-storage.ts'
import type { Storage } from './storage.ts'

/** The disk and, where it is configured, the S3-speaking store, whose client is loaded only then. */
export async function openSides(config: Config): Promise<{ disk: Storage; s3: Storage | null }> {
  const { backupDir, appSecret } = config
  const onDisk = openDiskStorage(config)
  const disk = backupDir
    ? withSecondCopies(onDisk, openDiskStorage({ dataDir: backupDir, appSecret }))
    : onDisk
  if (!config.s3) return { disk, s3: null }
  const { openS3Storage } = await import('./s3/s3.ts')
  return { disk, s3: openS3Storage(config.s3) }
}

/** Where the configuration keeps files. What lies on the other side, as before a move, is read from there. */
export async function openStorage(config: Config): Promise<Storage> {
  const { disk, s3 } = await openSides(config)
  if (!s3) return disk
  return config.storage === 's3' ? withOtherSide(s3, disk) : withOtherSide(disk, s3)
}
