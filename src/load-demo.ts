import pg from 'pg'
import type { App } from '#app.ts'
import type { Running } from '#platform/process.ts'
import type { Database } from './running.ts'

/** Loads the demo schools into a database that never had them. Interrupted, it goes on at the next start. */
export async function loadDemoOnce({ config, log }: Running, { ownerUrl }: Database, { services }: App) {
  if (!config.demo) return
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const mark = await client.query(`select from schema_migrations where name = 'demo schools'`)
    if (mark.rowCount) return
    log.info('loading the demo schools')
    const { seedDemo, seedSupport } = await import('#demo/index.ts')
    const { db } = services.databases
    await seedSupport({ config, db })
    await seedDemo({ config, db, storage: services.storage })
    // Kept beside the migrations: a demo school that was deleted must not come back.
    await client.query(
      `insert into schema_migrations (name, checksum) values ('demo schools', '') on conflict do nothing`,
    )
  } finally {
    await client.end()
  }
}
