import type { Server as HttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App, AppOptions } from '#app.ts'
import type { Config } from '#platform/config/config.ts'
import { readConnectionLimit, requestConnections } from '#platform/database/connection-budget.ts'
import { listenAddresses, listenOnAll, listenOn } from '#platform/http/listen-on-all.ts'
import { reportLoggedErrors } from '#platform/telemetry/log.ts'
import { appRoleUrl, migrate } from '#platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#embedded-postgres/embedded-postgres.ts'
import type { RunningProcess } from './run-process.ts'
import { databaseError, folderError, listenError } from '#platform/config/start-error.ts'
import { openTelemetry } from '#platform/telemetry/telemetry.ts'
import type { OpenServices, ServiceOptions } from './services.ts'

export interface RunningDatabase {
  ownerUrl: string
  appUrl: string
  /** Connection of the application's role that bypasses a pooler, if there is one. */
  listenUrl: string | undefined
  /** Connections for requests. */
  connections: number
}

/** Opens the configured database, or the embedded one, and applies migrations. */
export async function startDatabase(running: RunningProcess): Promise<RunningDatabase> {
  const { config, log, onStop } = running
  let ownerUrl = config.databaseUrl
  if (!ownerUrl) {
    const server = await startEmbeddedPostgres({
      dataDir: config.dataDir,
      archiveTo: config.backupDir,
      log,
    }).catch((error: unknown) => {
      throw folderError(error, config.dataDir)
    })
    onStop(() => server.stop())
    ownerUrl = server.url
  }
  const appUrl = appRoleUrl(ownerUrl, config.appSecret)
  // The migration lock belongs to a session, which a pooler may give to another client.
  const migrated = migrate(config.databaseListenUrl ?? ownerUrl, {
    appRolePassword: new URL(appUrl).password,
  })
  const applied = await migrated.catch((error: unknown) => {
    throw config.databaseUrl ? databaseError(error) : error
  })
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  return {
    ownerUrl,
    appUrl,
    listenUrl: config.databaseListenUrl ? appRoleUrl(config.databaseListenUrl, config.appSecret) : undefined,
    connections: await affordableConnections(running, ownerUrl).catch((error: unknown) => {
      throw config.databaseUrl ? databaseError(error) : error
    }),
  }
}

async function affordableConnections({ config, log }: RunningProcess, ownerUrl: string) {
  const limit = await readConnectionLimit(ownerUrl)
  const requested = config.databaseConnections
  const connections = requestConnections({
    limit,
    requested,
    workerConcurrency: config.workerConcurrency,
  })
  if (connections < requested)
    log.warn(
      { limit, requested, connections },
      'the database gives too few connections for DATABASE_CONNECTIONS',
    )
  return connections
}

/** Creates the web application without listening. Imported late, so that libraries read the final NODE_ENV. */
export async function startApp(
  running: RunningProcess,
  database: RunningDatabase,
  pages: AppOptions['pages'],
): Promise<App> {
  const options = await serviceOptions(running, database)
  const { createApp } = await import('#app.ts')
  const app = await createApp({ ...options, pages })
  running.onStop(() => app.close())
  return app
}

/** Opens the services that jobs need, without a web server. */
export async function openJobServices(
  running: RunningProcess,
  database: RunningDatabase,
): Promise<OpenServices> {
  const options = await serviceOptions(running, database)
  const { openServices } = await import('./services.ts')
  const opened = await openServices(options)
  running.onStop(() => opened.close())
  return opened
}

async function serviceOptions(
  running: RunningProcess,
  { appUrl, listenUrl, connections }: RunningDatabase,
): Promise<ServiceOptions> {
  const { config, log, onStop } = running
  await startErrorReports(running)
  const telemetry = await openTelemetry(config.telemetry, { ownDomain: config.rootDomain, log })
  if (telemetry) onStop(() => telemetry.close())
  return { config, databaseUrl: appUrl, listenUrl, connections, logger: log, telemetry }
}

/** Reports errors of this process, if a service is configured. */
async function startErrorReports({ config, log, onStop }: RunningProcess) {
  const { errorReporting } = config
  if (!errorReporting) return
  const [{ createErrorSender: errorSender }, { createServerErrorReporter }] = await Promise.all([
    import('#platform/error-reports/create-error-sender.ts'),
    import('#platform/error-reports/server-errors.ts'),
  ])
  const sender = errorSender(errorReporting, log)
  reportLoggedErrors(createServerErrorReporter({ sender, tagFields: ['school_id'], ...errorReporting }))
  onStop(() => Promise.race([sender.drained(), sleep(2_000)]))
}

/** Milliseconds for running responses after new connections are refused. */
const usualTimes = { lastAnswersMs: 8_000 }

/**
 * Answers requests until the process stops: first not ready, then no new connections, then the last responses.
 */
export async function serveWeb(
  { config, log, onStop }: RunningProcess,
  { http }: App,
  { lastAnswersMs } = usualTimes,
) {
  const servers = await listenOnAll(http, config)
  onStop(async () => {
    // An idle, upgraded or unread connection must not delay the end.
    const late = setTimeout(() => {
      log.warn({ connections: http.connections.count() }, 'closing connections that are still open')
      http.connections.destroyAll()
    }, lastAnswersMs)
    await lastAnswers(http.server, servers)
    clearTimeout(late)
    await http.close()
  })
  onStop(async () => {
    http.beginDrain()
    await sleep(config.shutdownDrainSeconds * 1_000)
  })
}

/**
 * Refuses new connections and waits for running responses. Only then may the framework close: after that it
 * refuses API calls of pages that are being rendered.
 */
async function lastAnswers(http: HttpServer, servers: Server[]) {
  const ended = Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))))
  // A connection whose response began before draining stays open after it.
  const idle = setInterval(() => http.closeIdleConnections(), 50)
  await ended
  clearInterval(idle)
}

/** Runs jobs until the process stops. */
export async function runJobs(
  { log, onStop }: RunningProcess,
  { services }: Pick<OpenServices, 'services'>,
  { ownerUrl }: RunningDatabase,
) {
  const { startJobs } = await import('#registered-jobs.ts')
  const worker = await startJobs({ services, ownerUrl, log })
  onStop(() => worker.stop())
  return worker
}

/** Chooses a free port for PORT=0, and fails before a database is started if PORT is taken. */
export async function choosePort(config: Config): Promise<Config> {
  let { port } = config
  for (const address of listenAddresses(config.host)) {
    const probe = createServer()
    try {
      if (!(await listenOn(probe, address, port))) continue
    } catch (error) {
      throw listenError(error as NodeJS.ErrnoException, config)
    }
    ;({ port } = probe.address() as AddressInfo)
    await new Promise((closed) => probe.close(closed))
  }
  return { ...config, port, publicPort: config.publicPort === 0 ? port : config.publicPort }
}
