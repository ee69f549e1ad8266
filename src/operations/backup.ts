// `npm run backup`: copies database and uploads while the product runs; `-- --verify` checks a backup.
import { loadConfig } from '#config.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { openDiskStorage } from '#platform/storage/disk.ts'
import { openStorage } from '#platform/storage/open.ts'
import { ensureEmbeddedDatabase, startEmbeddedForBackup } from './backup/connection.ts'
import { readManifest, listCompleteBackups, type BackupManifest } from './backup/backup-manifest.ts'
import { takeBackup } from './backup/take-backup.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { parseOptions, formatMegabytes, runCommand, printLine, UsageError } from './command.ts'

await runCommand('npm run backup [-- --list | --verify [--name NAME]]', async (signal) => {
  const options = parseOptions({
    verify: { type: 'boolean' },
    list: { type: 'boolean' },
    name: { type: 'string' },
  })
  const config = loadConfig()
  const backupDir = ensureEmbeddedDatabase(config)
  const pool = openDiskStorage({ dataDir: backupDir, appSecret: config.appSecret })
  const names = await listCompleteBackups(backupDir)
  if (options.list)
    return names.forEach((name) => printLine(`${name}  until ${readManifest(backupDir, name).finished_at}`))
  if (options.verify) return verify(backupDir, { name: options.name ?? names.at(-1), names, pool })
  const database = await startEmbeddedForBackup(config)
  try {
    const { name, manifest } = await takeBackup({
      url: database.url,
      dataDir: config.dataDir,
      backupDir,
      keepCount: config.backupRetainCount,
      storage: await openStorage(config),
      disk: openDiskStorage(config),
      pool,
      side: config.storage,
      signal,
    })
    printSummary(name, manifest)
  } finally {
    await database.close()
  }
})

interface VerifyOptions {
  /** The backup to verify; undefined if there is none. */
  name: string | undefined
  /** All complete backups. */
  names: string[]
  pool: Storage
}

async function verify(backupDir: string, { name, names, pool }: VerifyOptions) {
  if (!name || !names.includes(name))
    throw new UsageError(`${name ? `No complete backup ${name} found.` : 'No complete backup found.'}`)
  const errors = await verifyBackup(backupDir, name, pool)
  if (errors.length > 0) throw new UsageError(`The backup ${name} is damaged:\n${errors.join('\n')}`)
  printLine(`The backup ${name} is complete and undamaged.`)
}

function printSummary(name: string, manifest: BackupManifest) {
  const size = manifest.files.reduce((sum, file) => sum + file.size, 0)
  const { count, bytes } = manifest.uploads
  printLine(
    `Backup ${name}: database ${formatMegabytes(size)}, ${count} uploads (${formatMegabytes(bytes)}).`,
  )
  if (manifest.storage === 's3')
    printLine('Uploads are stored in S3, so the backup only lists them. Turn on versioning of the bucket.')
  printLine(`You can restore any time after ${manifest.finished_at}.`)
}
