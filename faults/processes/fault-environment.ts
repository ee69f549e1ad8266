import { queueTables } from '#platform/jobs/queue-tables.ts'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createApp } from '#app.ts'
import { seedDemo } from '#demo/seed.ts'
import { loadConfig } from '#config.ts'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { startMailServer } from '#testing/fakes/mail-server.ts'
import { startNode, type ChildProcessHandle } from './children.ts'
import { openDatabaseProcess } from './database-process.ts'
import { createSchools } from './fault-fixture.ts'

export interface WebProcess {
  origin: string
  child: ChildProcessHandle
}

const loadSettings = {
  // Clients with many addresses use this proxy.
  TRUSTED_PROXIES: 'loopback',
  // A run writes more invitations than a school may send in a day.
  EXTERNAL_MAIL_LIMITS_FREE: '1000000,1000000,1000000',
  EXTERNAL_MAIL_LIMITS_PAID: '1000000,1000000,1000000',
}

export type FaultEnvironment = Awaited<ReturnType<typeof startFaultEnvironment>>

/** A database, a mail server and a school with people, and as many real web and worker processes as requested. */
export async function startFaultEnvironment() {
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-faults-'))
  const [database, mailbox] = await Promise.all([openDatabaseProcess(dataDir), startMailServer()])
  const { url } = database
  const env = environmentOf({ dataDir, databaseUrl: url, smtpUrl: mailbox.url })
  await seedDatabase(env)
  const ask = asOwner(url)
  // Skips encoding the demo's images.
  await ask(`delete from ${queueTables.jobs}`)
  const children: ChildProcessHandle[] = []

  return {
    url,
    env,
    database,
    mailbox,
    fixture: await createSchools(url, 'codecraft'),
    async startWeb(more: NodeJS.ProcessEnv = {}): Promise<WebProcess> {
      const child = startNode('src/web.ts', [], { ...env, ...more })
      children.push(child)
      const [, port] = await child.waitForOutput(/"port":(\d+).*web is ready/)
      return { origin: `http://127.0.0.1:${port}`, child }
    },
    async startWorker(more: NodeJS.ProcessEnv = {}): Promise<ChildProcessHandle> {
      const child = startNode('src/worker.ts', [], { ...env, ...more })
      children.push(child)
      await child.waitForOutput(/worker is ready/)
      return child
    },
    /** As the owner, who sees the rows of every school. */
    ask,
    async close() {
      await Promise.all(children.map((child) => child.kill()))
      await Promise.all([database.close(), mailbox.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function environmentOf({
  dataDir,
  databaseUrl,
  smtpUrl,
}: {
  dataDir: string
  databaseUrl: string
  smtpUrl: string
}) {
  return {
    NODE_ENV: 'production',
    ALLOW_PLAINTEXT_CONNECTIONS: 'public',
    ROOT_DOMAIN: 'localhost',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    APP_SECRET: randomBytes(32).toString('hex'),
    SMTP_URL: smtpUrl,
    ...loadSettings,
    SHUTDOWN_DRAIN_SECONDS: '2',
  }
}

/** Migrates the database and creates the demo schools. */
async function seedDatabase(env: ReturnType<typeof environmentOf>) {
  const appUrl = appRoleUrl(env.DATABASE_URL, env.APP_SECRET)
  await migrate(env.DATABASE_URL, { appRolePassword: new URL(appUrl).password })
  const config = loadConfig(env)
  const { services, close } = await createApp({
    config,
    databaseUrl: appUrl,
    logger: pino({ level: 'silent' }),
    pages: 'none',
  })
  await seedDemo({ config, db: services.databases.db, storage: services.storage })
  await close()
}

function asOwner(url: string) {
  return async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
}
