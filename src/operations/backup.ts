// `npm run backup`: copies database and uploads while the product runs; `-- --verify` reads a backup again.
import { loadConfig } from '#platform/config/config.ts'
import { openDiskStorage } from '#platform/storage/disk.ts'
import { openStorage } from '#platform/storage/open.ts'
import { ensureOwnDatabase, openEmbedded } from './backup/connection.ts'
import { readManifest, wholeBackups } from './backup/manifest.ts'
import { takeBackup } from './backup/take-backup.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { asked, inMegabytes, runCommand, say, Unusable } from './command.ts'

await runCommand('npm run backup [-- --list | --verify [--name NAME]]', async (signal) => {
  const options = asked({ verify: { type: 'boolean' }, list: { type: 'boolean' }, name: { type: 'string' } })
  const config = loadConfig()
  const backupDir = ensureOwnDatabase(config)
  const pool = openDiskStorage({ dataDir: backupDir, appSecret: config.appSecret })
  const names = await wholeBackups(backupDir)
  if (options.list)
    return names.forEach((name) => say(`${name}  until ${readManifest(backupDir, name).finished_at}`))
  if (options.verify) {
    const name = options.name ?? names.at(-1)
    if (!name || !names.includes(name)) throw new Unusable(`There is no whole backup ${name ?? 'yet'}.`)
    const faults = await verifyBackup(backupDir, name, pool)
    if (faults.length > 0) throw new Unusable(`The backup ${name} is damaged:\n${faults.join('\n')}`)
    return say(`The backup ${name} is whole.`)
  }
  const database = await openEmbedded(config)
  try {
    const { name, manifest } = await takeBackup({
      url: database.url,
      dataDir: config.dataDir,
      backupDir,
      keep: config.backupKeep,
      storage: await openStorage(config),
      disk: openDiskStorage(config),
      pool,
      side: config.storage,
      signal,
    })
    const size = manifest.pieces.reduce((sum, piece) => sum + piece.size, 0)
    const { count, bytes } = manifest.uploads
    say(`Backup ${name}: database ${inMegabytes(size)}, ${count} uploads (${inMegabytes(bytes)}).`)
    if (manifest.storage === 's3') say('Uploads lie in the store and are only listed: let it keep versions.')
    say(`Any moment from ${manifest.finished_at} on can be restored.`)
  } finally {
    await database.close()
  }
})
