// `npm run secrets:reseal`: seals every kept secret with APP_SECRET that APP_SECRET_PREVIOUS sealed.
import { loadConfig } from '#platform/config/config.ts'
import { asked, runCommand, say, Unusable } from './command.ts'
import { openOwnerUrl } from './database.ts'
import { resealTexts } from './reseal/reseal-texts.ts'
import { sealedColumns } from './reseal/sealed-texts.ts'

await runCommand('npm run secrets:reseal', async (signal) => {
  asked({})
  const config = loadConfig()
  const database = await openOwnerUrl(config)
  try {
    const done = await resealTexts({ url: database.url, keys: config, columns: sealedColumns, signal })
    say(`${done.anew} texts are sealed anew, ${done.asTheyWere} were already.`)
    if (done.unopened.length > 0)
      throw new Unusable(`Neither secret opens these:\n${done.unopened.join('\n')}`)
  } finally {
    await database.close()
  }
})
