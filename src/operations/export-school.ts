// `npm run school:export -- --school ADDRESS --to FILE`: one school with everything in it, as one file.
import { existsSync } from 'node:fs'
import { loadConfig } from '#platform/config/config.ts'
import { openStorage } from '#platform/storage/open.ts'
import { parseOptions, formatMegabytes, runCommand, printLine, UsageError } from './command.ts'
import { openOwnerUrl } from './database.ts'
import { exportSchool } from './school/export-school.ts'

await runCommand('npm run school:export -- --school ADDRESS --to FILE', async () => {
  const { school, to } = parseOptions({ school: { type: 'string' }, to: { type: 'string' } })
  if (!school || !to)
    throw new UsageError('Say which and where to: --school and its address, --to and a new file.')
  if (existsSync(to)) throw new UsageError(`${to} is there already: name a new file.`)
  const config = loadConfig()
  const database = await openOwnerUrl(config)
  try {
    const storage = await openStorage(config)
    const { tables, files } = await exportSchool({ url: database.url, storage, school, to })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    printLine(
      `${rows} rows of ${tables.length} tables and ${files.length} files (${formatMegabytes(bytes)}) are in ${to}.`,
    )
  } finally {
    await database.close()
  }
})
