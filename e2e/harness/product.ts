import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { createApp } from '#app.ts'
import { loadConfig } from '#config.ts'
import { testSecret } from '#testing/harness/databases.ts'
import { seedDemo, seedReseller } from '#demo/index.ts'
import { startJobs } from '#registered-jobs.ts'

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A mail server that stores received mail. */
export async function openMailbox() {
  const mails: { to: string[]; raw: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString()
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        done()
      })
    },
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters: mails,
    /** The first link containing `part` in the newest mail to an address. */
    linkTo(address: string, part: string) {
      const mail = mails.findLast(({ to }) => to.includes(address))
      const text = mail?.raw.replace(/=\r?\n/g, '').replaceAll('=3D', '=')
      return text?.match(/https?:\/\/[^\s"<>]+/g)?.find((link) => link.includes(part))
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

interface ProductOptions {
  ownerUrl: string
  appUrl: string
  /** Includes the demo schools. */
  demo?: boolean
  /** Called when the schools are loaded, before any job starts. */
  seeded?: () => Promise<unknown>
  /** Time of the demo's history and of all requests; default: the real time. */
  now?: () => Date
  /** Default: a free one. */
  port?: number
  /** Additional environment variables of this product. */
  env?: NodeJS.ProcessEnv
  /** Parent directory of the data directory. */
  scratch?: string
  /** An existing data directory. */
  dataDir?: string
}

export type Product = Awaited<ReturnType<typeof startProduct>>

/** The whole product with pages and jobs on a free port, over a migrated database. */
export async function startProduct({
  ownerUrl,
  appUrl,
  demo = false,
  seeded,
  now,
  port: requestedPort,
  env = {},
  scratch = tmpdir(),
  dataDir = mkdtempSync(join(scratch, 'product-')),
}: ProductOptions) {
  const [port, mailbox] = await Promise.all([requestedPort ?? freePort(), openMailbox()])
  const config = loadConfig({
    NODE_ENV: 'test',
    ROOT_DOMAIN: 'localhost',
    PORT: String(port),
    DATA_DIR: dataDir,
    APP_SECRET: testSecret,
    LOG_LEVEL: 'error',
    SMTP_URL: mailbox.url,
    ALLOW_LOOPBACK_OUTBOUND: 'on',
    ...env,
  })
  const logger = pino({ level: process.env.TEST_LOG ? 'info' : 'fatal' })
  const app = await createApp({ config, databaseUrl: appUrl, logger, ...(now && { now }) })
  if (demo) {
    const { databases, storage } = app.services
    const options = { config, db: databases.db, storage, ...(now && { now: now() }) }
    await seedDemo(options)
    await seedReseller(options)
    app.services.hosts.evict()
    await seeded?.()
  }
  await app.http.listen({ port, host: '127.0.0.1' })
  // Images are encoded late on a busy machine; an interrupted job would fail into a closed queue.
  const jobs = await startJobs({ services: app.services, ownerUrl, log: logger, shutdownTimeoutMs: 90_000 })
  return {
    app,
    config,
    mailbox,
    at: (school: string | null, path = '/') => `http://${school ? `${school}.` : ''}localhost:${port}${path}`,
    /** Stops it; deletes its data directory, or moves it to `folder`. */
    async close(folder?: string) {
      await jobs.stop()
      await app.close()
      await mailbox.close()
      if (folder) renameSync(dataDir, folder)
      else rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
