import type { KyselyPlugin } from 'kysely'
import type { Logger } from 'pino'
import { findActorByToken, isSessionLive, resolveActor } from '#accounts/index.ts'
import { findActiveClient, createApiClientCache } from '#api-clients/index.ts'
import { publishedOutlineCache } from '#courses/index.ts'
import { webhookAccountCache } from '#payments/index.ts'
import { listenForChanges } from '#platform/database/change-feed.ts'
import type { Config } from '#platform/config/config.ts'
import { connectDatabases, type OnStatement } from '#platform/database/database.server.ts'
import { expectedCallers } from '#tenancy/http/expected-callers.ts'
import type { FindLinkHolder } from '#tenancy/http/link-holder.ts'
import { createHosts } from '#tenancy/hosts/hosts.ts'
import type { Services } from '#tenancy/http/endpoints.ts'
import type { Route } from '#tenancy/contract/define-route.ts'
import { createBodyBudget } from '#platform/http/body-budget.ts'
import { openStorage } from '#platform/storage/open.ts'
import { errorType } from '#platform/telemetry/spans.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import { reactions } from './reactions.ts'

export interface ServiceOptions {
  config: Config
  /** Connection of the application's role. */
  databaseUrl: string
  /** Connection of the application's role for notifications, if `databaseUrl` is a pooler. */
  listenUrl?: string | undefined
  /** Connections for requests; default: from the configuration. */
  connections?: number
  logger: Logger
  telemetry?: Telemetry | undefined
  now?: () => Date
  onStatement?: OnStatement
  plugins?: KyselyPlugin[]
  onRoundTrip?: (statement: string) => void
  onRefusal?: (route: Route, code: string) => void
  /** Further caches of this process that must drop a school's entries when the school changes. */
  caches?: { evict(school_id?: string): void }[]
}

export interface OpenServices {
  services: Services
  close(): Promise<void>
}

/** Caches that exist once in a process. */
const processCaches = [publishedOutlineCache, webhookAccountCache, expectedCallers]

/** Opens the database, storage and caches that web and worker need. Loads no HTTP server and no page renderer. */
export async function openServices(options: ServiceOptions): Promise<OpenServices> {
  const { config, logger: log, telemetry } = options
  const databases = connectFor(options)
  const hosts = createHosts(config, databases.db)
  // Loads the brands, because API hosts of resellers are recognised synchronously.
  await hosts.brand(null).catch(() => {})
  const clients = createApiClientCache(databases.db)
  const caches = [clients, hosts, ...processCaches, ...(options.caches ?? [])]
  const evict = (school_id?: string) => {
    for (const cache of caches) cache.evict(school_id)
  }
  const feed = listenForChanges({
    url: options.listenUrl ?? options.databaseUrl,
    db: databases.auxDb,
    log,
    onChange: evict,
  })
  const services: Services = {
    config,
    databases,
    hosts,
    storage: await openStorage(config),
    reactions,
    identify: findActorByToken,
    clients,
    holderOf,
    bodyBudget: createBodyBudget(),
    onSchoolInvalidated: evict,
    log,
    telemetry,
    ...(options.now && { now: options.now }),
    ...(options.onRefusal && { onRefusal: options.onRefusal }),
  }
  return {
    services,
    async close() {
      await feed.close()
      await databases.close()
    },
  }
}

function connectFor(options: ServiceOptions) {
  const { telemetry } = options
  const databases = connectDatabases({
    url: options.databaseUrl,
    max: options.connections ?? options.config.databaseConnections,
    prepare: options.config.preparedStatements,
    onRoundTrip: options.onRoundTrip,
    onStatement: options.onStatement,
    plugins: options.plugins,
    ...(telemetry && {
      onAnswer: (statement, ms, error) =>
        telemetry.statement(statement, { ms, errorType: error === undefined ? undefined : errorType(error) }),
    }),
  })
  telemetry?.gauges([
    { name: 'db.client.connection.pending_requests', unit: '{request}', read: databases.pendingCount },
  ])
  return databases
}

const holderOf: FindLinkHolder = async (context, id, session_id = null) => {
  if (session_id !== null && !(await isSessionLive(context, session_id))) return null
  const actor = await resolveActor(context, id)
  return actor ? { actor, scopes: null } : findActiveClient(context, id)
}
