import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { createApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { cloneTemplate, testSecret } from '#testing/harness/databases.ts'
import { loadDemoIfEmpty } from './load-demo.ts'

test('continues an interrupted load with the reseller, once, and does not load the demo schools again', async () => {
  const urls = await cloneTemplate(inject('templateUrl'), inject('appTemplateUrl'), 'interrupted-load')
  const config = {
    ...loadConfig({
      NODE_ENV: 'test',
      ROOT_DOMAIN: 'localhost',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'interrupted-load-')),
      APP_SECRET: testSecret,
    }),
    demo: true,
  }
  const log = pino({ level: 'silent' })
  const app = await createApp({ config, databaseUrl: urls.appUrl, logger: log, pages: 'none' })
  const client = new pg.Client({ connectionString: urls.ownerUrl })
  await client.connect()
  try {
    await client.query(`insert into schema_migrations (name, checksum) values ('demo schools', '')`)
    const load = () => loadDemoIfEmpty({ config, log } as never, { ownerUrl: urls.ownerUrl } as never, app)
    const storedSchools = async () =>
      (await client.query<{ school_url: string }>('select school_url from school_directory')).rows
    await load()
    expect(await storedSchools()).toEqual([{ school_url: 'nile' }])
    expect(await app.services.hosts.resolve('nile.baraza.localhost')).toMatchObject({ kind: 'school' })
    // A deleted demo is not created again.
    await client.query('delete from resellers')
    await load()
    expect((await client.query('select from resellers')).rowCount).toBe(0)
  } finally {
    await client.end()
    await app.close()
  }
})
