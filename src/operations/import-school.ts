// `npm run school:import -- --from FILE`: imports a school, as a new one or replacing itself.
import { loadConfig } from '#config.ts'
import { openStorage } from '#platform/storage/open.ts'
import { parseOptions, runCommand, printLine, UsageError } from './command.ts'
import { openOwnerUrl } from './database.ts'
import { importSchool } from './school/import-school.ts'

await runCommand('npm run school:import -- --from FILE [--as ADDRESS | --replace]', async () => {
  const options = parseOptions({
    from: { type: 'string' },
    as: { type: 'string' },
    replace: { type: 'boolean' },
  })
  const { from, as: schoolUrl, replace = false } = options
  if (!from) throw new UsageError('Set --from to the archive file of a school.')
  const config = loadConfig()
  const database = await openOwnerUrl(config)
  try {
    const storage = await openStorage(config)
    const { school_id, school_url, rows, files } = await importSchool({
      url: database.url,
      storage,
      from,
      schoolUrl,
      replace,
    })
    printLine(
      `${replace ? 'Restored' : 'Imported'} the school ${school_url} (${school_id}): ${rows} rows and ${files} files.`,
    )
  } finally {
    await database.close()
  }
})
