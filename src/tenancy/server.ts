import type { IncomingMessage } from 'node:http'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { sql } from 'kysely'
import { bodyTimes, abortStalledBody } from '#platform/http/body-timeouts.ts'
import type { Config } from '#platform/config/config.ts'
import { trackConnections, type ConnectionTracker } from '#platform/http/connection-limits.ts'
import type { Databases } from '#platform/database/database.server.ts'
import { commonHeaders, hostnameFromHeader } from '#platform/http/headers/response-headers.ts'
import type { Host, Hosts } from './hosts/hosts.ts'
import { createBoundedServer, rejectUnreadable, serverTimes } from '#platform/http/bounded-server.ts'
import { createLoadShedder } from '#platform/http/load-shedding.ts'
import type { CachedPageHandler } from './pages/cached-page-handler.ts'
import { toRefusal, sendProblem, refusalStatus } from '#platform/http/problem.ts'
import { isPageRequest } from '#platform/http/headers/page-request.ts'
import { sendServerErrorPage } from './pages/server-error-page.ts'
import { formatRequestLine } from '#platform/http/format-request-line.ts'
import { defaultBodyLimitBytes } from '#platform/contract/route.ts'
import { registerTlsAllowedRoute } from './hosts/tls-allowed.ts'
import { traceRequests } from '#platform/http/trace-requests.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import { newRequestId } from '#platform/security/tokens.ts'
import { renderUnknownHostPage } from './hosts/unknown-host-page.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/health/ready` fail, so that a proxy sends new requests elsewhere. */
    beginDrain(): void
    connections: ConnectionTracker
  }
}

interface ServerOptions {
  config: Config
  databases: Databases
  hosts: Hosts
  logger: Logger
  /** Answers cached pages before anything else. */
  front?: CachedPageHandler
  telemetry?: Telemetry | undefined
  /** Time limits for connections. */
  times?: typeof usualTimes
}

const usualTimes = { ...serverTimes, ...bodyTimes }

/** Creates the HTTP server without routes of domains: host names, request ids, logging, health, limits. */
export function createServer({
  config,
  databases,
  hosts,
  logger,
  front,
  telemetry,
  times = usualTimes,
}: ServerOptions): FastifyInstance {
  // `api.<root>`, ours or a reseller's, serves the API without the prefix of other hosts.
  const pathOf = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) => {
    const host = hostnameFromHeader(headers.host).toLowerCase()
    const isApi = host.startsWith('api.') && hosts.cachedHost(host)?.kind === 'api'
    return isApi && !/^\/(?:api|health|internal|storage)\//.test(url) ? `/api${url}` : url
  }
  const loadShedder = createLoadShedder({
    pendingCount: databases.pendingCount,
    logger,
    headers: (host) => commonHeaders(config, host),
  })
  const app = fastify({
    loggerInstance: logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => newRequestId(),
    bodyLimit: defaultBodyLimitBytes,
    serverFactory: (handler) =>
      createBoundedServer((request, response) => {
        if (front?.serveCached(request, response)) return
        if (!loadShedder.turnsAway(request, response, pathOf(request))) handler(request, response)
      }, times),
    clientErrorHandler: rejectUnreadable,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: pathOf,
    // An unreadable address runs no hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(config, request.hostname)).header('x-request-id', request.id)
      void sendProblem(request, reply, toRefusal(error).code)
    },
    // Requests that arrive during closing were sent before the client could know.
    return503OnClosing: false,
  }) as unknown as FastifyInstance

  const limits = { total: config.maxConnections, perAddress: config.maxConnectionsPerAddress }
  const { trustedProxies } = config
  app.decorate('connections', trackConnections(app.server, { limits, trustedProxies, log: logger }))
  let draining = false
  app.decorate('beginDrain', () => {
    draining = true
    // The framework closes connections, which the cached page handler does not.
    front?.close()
  })
  app.decorateRequest('tenant')
  traceRequests(app, schoolOf)
  app.addHook('onRequest', async (request, reply) => {
    abortStalledBody(request, times)
    // A proxy that keeps connections must not send into one that is about to close.
    if (draining) reply.header('connection', 'close')
    reply.header('x-request-id', request.id)
    reply.headers(commonHeaders(config, request.hostname))
    if (isForEveryHost.test(request.url)) return
    const tenant = await hosts.resolve(request.hostname)
    if (!tenant) {
      const isGone = await hosts.isGone(request.hostname)
      const { headers, html } = renderUnknownHostPage(config, {
        isGone,
        brand: await hosts.brandAbove(request.hostname),
        acceptedLanguages: request.headers['accept-language'],
      })
      return reply
        .code(isGone ? 410 : 404)
        .headers(headers)
        .send(html)
    }
    request.tenant = tenant
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, headers, routeOptions } = request
    const school_id = schoolOf(request)
    const { statusCode: status, elapsedTime: ms } = reply
    const line = { method, url: request.url, host: request.hostname, headers, school_id, status, ms }
    request.log.info(formatRequestLine(line), 'request')
    const route = routeOptions.url ?? 'none'
    telemetry?.request({ method, route, status, ms })
  })
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = toRefusal(error)
    if (code === 'internal_error') request.log.error({ err: error }, 'request failed')
    const status = refusalStatus(code)
    if (status >= 500 && isPageRequest(request)) {
      if (details.retry_after_seconds) reply.header('retry-after', details.retry_after_seconds)
      return sendServerErrorPage(request, reply, status)
    }
    return sendProblem(request, reply, code, details)
  })

  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }))
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = !draining && (await answers(databases))
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : draining ? 'draining' : 'database away' })
  })
  registerTlsAllowedRoute(app, { config, hosts })
  return app
}

/** Routes for proxies and supervisors under any host name, without a database. */
const isForEveryHost = /^\/(?:health\/(?:live|ready)|internal\/tls-allowed|error-page\.js)\/?(?:\?|$)/

/** School of the request's host; undefined if there is none or it was not looked up. */
const schoolOf = ({ tenant }: { tenant?: Host }) =>
  tenant?.kind === 'school' ? tenant.school.school_id : undefined

async function answers({ auxDb }: Databases) {
  try {
    await sql`select 1`.execute(auxDb)
    return true
  } catch {
    return false
  }
}
