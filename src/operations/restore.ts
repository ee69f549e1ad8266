// `npm run restore -- --to TIME --into FOLDER`: creates a DATA_DIR with the state at that time.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '#config.ts'
import { ensureEmbeddedDatabase } from './backup/connection.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { parseOptions, runCommand, printLine, UsageError } from './command.ts'

await runCommand('npm run restore -- --into FOLDER [--to 2026-11-21T20:15:00Z]', async () => {
  const options = parseOptions({ to: { type: 'string' }, into: { type: 'string' } })
  if (!options.into) throw new UsageError('Set --into to a folder that does not exist yet.')
  const recoveryTargetTime = options.to === undefined ? null : new Date(options.to)
  if (
    recoveryTargetTime &&
    (Number.isNaN(recoveryTargetTime.getTime()) || !/[T ].*(?:Z|[+-]\d\d:?\d\d)$/.test(options.to!))
  )
    throw new UsageError('Write the time with its time zone, such as --to 2026-11-21T20:15:00Z')
  const config = loadConfig()
  const backupDir = ensureEmbeddedDatabase(config)
  const dataDir = resolve(options.into)
  if (dataDir === config.dataDir)
    throw new UsageError('--into is the current DATA_DIR. Choose another folder.')
  const damagedDataDir = existsSync(config.dataDir) ? config.dataDir : null
  const { uploads } = await restoreBackup({
    backupDir,
    recoveryTargetTime,
    dataDir,
    damagedDataDir,
    printLine,
  })
  printLine(
    `Restored into ${dataDir}, with ${uploads.copied} uploads. Start it with: DATA_DIR=${dataDir} npm start`,
  )
  if (uploads.missing.length > 0)
    throw new UsageError(
      `The database is complete, but these files are missing:\n${uploads.missing.join('\n')}`,
    )
})
