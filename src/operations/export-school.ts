// `npm run school:export -- --school ADDRESS --to FILE`: exports a complete school to one file.
import { existsSync } from 'node:fs'
import { loadConfig } from '#config.ts'
import { openStorage } from '#platform/storage/open.ts'
import { parseOptions, formatMegabytes, runCommand, printLine, UsageError } from './command.ts'
import { openOwnerUrl } from './database.ts'
import { exportSchool } from './school/export-school.ts'

await runCommand('npm run school:export -- --school ADDRESS --to FILE', async () => {
  const { school, to: archivePath } = parseOptions({ school: { type: 'string' }, to: { type: 'string' } })
  if (!school || !archivePath)
    throw new UsageError('Set --school to the address of a school, and --to to a new file.')
  if (existsSync(archivePath)) throw new UsageError(`${archivePath} already exists. Choose a new file.`)
  const config = loadConfig()
  const database = await openOwnerUrl(config)
  try {
    const storage = await openStorage(config)
    const { tables, files } = await exportSchool({ url: database.url, storage, school, archivePath })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    printLine(
      `Exported ${rows} rows of ${tables.length} tables and ${files.length} files (${formatMegabytes(bytes)}) to ${archivePath}.`,
    )
  } finally {
    await database.close()
  }
})
