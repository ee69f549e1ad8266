import pg from 'pg'
import type { App } from '#app.ts'
import type { RunningProcess } from './run-process.ts'
import type { RunningDatabase } from './server-process.ts'

/**
 * Loads the demo schools and the reseller into a new database. An interrupted load continues at the next start.
 */
export async function loadDemoIfEmpty(
  { config, log }: RunningProcess,
  { ownerUrl }: RunningDatabase,
  { services }: App,
) {
  if (!config.demo) return
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { db } = services.databases
    const options = { config, db, storage: services.storage }
    await once(client, 'demo schools', async () => {
      log.info('loading the demo schools')
      const { seedDemo } = await import('#demo/index.ts')
      await seedDemo(options)
    })
    await once(client, 'demo support accounts', async () => {
      const { seedSupport } = await import('#demo/index.ts')
      await seedSupport(options)
    })
    await once(client, 'demo reseller', async () => {
      const { seedReseller } = await import('#demo/index.ts')
      await seedReseller(options)
      services.hosts.evict()
    })
  } finally {
    await client.end()
  }
}

/** Recorded beside the migrations: a deleted demo school must not be created again. */
async function once(client: pg.Client, name: string, load: () => Promise<void>) {
  const mark = await client.query('select from schema_migrations where name = $1', [name])
  if (mark.rowCount) return
  await load()
  await client.query(
    `insert into schema_migrations (name, checksum) values ($1, '') on conflict do nothing`,
    [name],
  )
}
