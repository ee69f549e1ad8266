// `npm run secrets:reencrypt`: encrypts with APP_SECRET what is encrypted with APP_SECRET_PREVIOUS.
import { loadConfig } from '#config.ts'
import { parseOptions, runCommand, printLine, UsageError } from './command.ts'
import { openOwnerUrl } from './database.ts'
import { reencryptColumns } from './reseal/reencrypt-columns.ts'
import { allEncryptedColumns } from './reseal/sealed-texts.ts'

await runCommand('npm run secrets:reencrypt', async (signal) => {
  parseOptions({})
  const config = loadConfig()
  const database = await openOwnerUrl(config)
  try {
    const done = await reencryptColumns({
      url: database.url,
      keys: config,
      columns: allEncryptedColumns,
      signal,
    })
    printLine(`Re-encrypted ${done.reencrypted} secrets; ${done.unchanged} already used APP_SECRET.`)
    if (done.unopened.length > 0)
      throw new UsageError(`Neither secret can decrypt these:\n${done.unopened.join('\n')}`)
  } finally {
    await database.close()
  }
})
