// A separate worker process for tests that kill it: node src/testing/harness/webhook-worker.ts <owner URL> <app
// URL>
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { startWorker } from '#tenancy/jobs/worker.ts'
import { jobs } from '#webhooks/jobs.ts'
import { testSecret } from './databases.ts'

const [ownerUrl = '', databaseUrl = ''] = process.argv.slice(2)
const config = loadConfig({
  NODE_ENV: 'test',
  ROOT_DOMAIN: 'lyceum.test',
  DATA_DIR: mkdtempSync(join(tmpdir(), 'lyceum-worker-')),
  APP_SECRET: testSecret,
  ALLOW_LOOPBACK_OUTBOUND: 'on',
})
const log = pino({ level: 'silent' })
const { services } = await createApp({ config, databaseUrl, logger: log, pages: 'none' })
await startWorker({ jobs, services, ownerUrl, log })
