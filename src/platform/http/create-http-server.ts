import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { defaultBodyLimitBytes } from '../contract/route.ts'
import { newRequestId } from '../security/tokens.ts'
import type { SpanAttributes } from '../telemetry/spans.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { abortStalledBody, bodyTimes } from './body-timeouts.ts'
import { createBoundedServer, rejectUnreadable, serverTimes } from './bounded-server.ts'
import { trackConnections, type ConnectionTracker } from './connection-limits.ts'
import { formatRequestLine } from './format-request-line.ts'
import { isPageRequest } from './headers/page-request.ts'
import { commonHeaders } from './headers/response-headers.ts'
import { createLoadShedder } from './load-shedding.ts'
import { refusalStatus, sendProblem, toRefusal } from './problem.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/health/ready` fail, so that a proxy sends new requests elsewhere. */
    beginDrain(): void
    connections: ConnectionTracker
  }
}

export interface HttpServerOptions {
  config: Config
  logger: Logger
  /** How many requests wait for a connection to the database. */
  pendingCount: () => number
  /** Whether the database answers, for `/health/ready`. */
  isReady: () => Promise<boolean>
  /** The path by which a request is routed. */
  pathOf: (request: Pick<IncomingMessage, 'url' | 'headers'>) => string
  /** Added to the log line of a request. */
  labelsOf: (request: FastifyRequest) => Record<string, string | undefined>
  /** Added to the span of a request. */
  attributesOf: (request: FastifyRequest) => SpanAttributes
  /** Answers a request for a page that failed. */
  sendErrorPage: (request: FastifyRequest, reply: FastifyReply, status: number) => unknown
  /** Answers cached pages before anything else. */
  front?:
    | { serveCached(request: IncomingMessage, response: ServerResponse): boolean; close(): void }
    | undefined
  telemetry?: Telemetry | undefined
  /** Time limits for connections. */
  times?: typeof usualTimes | undefined
}

const usualTimes = { ...serverTimes, ...bodyTimes }

interface Draining {
  isDraining: boolean
}

/** Creates the HTTP server without routes: request ids, logging, spans, errors, health, limits. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { config, logger, front } = options
  const app = openFramework(options)
  const limits = { total: config.maxConnections, perAddress: config.maxConnectionsPerAddress }
  const { trustedProxies } = config
  app.decorate('connections', trackConnections(app.server, { limits, trustedProxies, log: logger }))
  const state: Draining = { isDraining: false }
  app.decorate('beginDrain', () => {
    state.isDraining = true
    // The framework closes connections, which the cached page handler does not.
    front?.close()
  })
  traceRequests(app, options.attributesOf)
  addRequestHooks(app, options, state)
  handleErrors(app, options)
  addHealthRoutes(app, options, state)
  return app
}

function openFramework({
  config,
  logger,
  pendingCount,
  pathOf,
  front,
  telemetry,
  times = usualTimes,
}: HttpServerOptions) {
  const loadShedder = createLoadShedder({
    pendingCount,
    logger,
    telemetry,
    headers: (host) => commonHeaders(config, host),
  })
  return fastify({
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
      void sendProblem(reply, toRefusal(error).code)
    },
    // Requests that arrive during closing were sent before the client could know.
    return503OnClosing: false,
  }) as unknown as FastifyInstance
}

function addRequestHooks(
  app: FastifyInstance,
  { config, telemetry, labelsOf, times = usualTimes }: HttpServerOptions,
  state: Draining,
) {
  app.addHook('onRequest', async (request, reply) => {
    abortStalledBody(request, times)
    // A proxy that keeps its connections must not send into one that is about to close.
    if (state.isDraining) reply.header('connection', 'close')
    reply.header('x-request-id', request.id)
    reply.headers(commonHeaders(config, request.hostname))
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, hostname: host, headers, routeOptions } = request
    const { statusCode: status, elapsedTime: ms } = reply
    const line = { method, url, host, headers, labels: labelsOf(request), status, ms }
    request.log.info(formatRequestLine(line), 'request')
    telemetry?.request({ method, route: routeOptions.url ?? 'none', status, ms })
  })
}

function handleErrors(app: FastifyInstance, { sendErrorPage }: HttpServerOptions) {
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = toRefusal(error)
    if (code === 'internal_error') request.log.error({ err: error }, 'request failed')
    const status = refusalStatus(code)
    if (status >= 500 && isPageRequest(request)) {
      if (details.retry_after_seconds) reply.header('retry-after', details.retry_after_seconds)
      return sendErrorPage(request, reply, status)
    }
    return sendProblem(reply, code, details)
  })
}

function addHealthRoutes(app: FastifyInstance, { isReady }: HttpServerOptions, state: Draining) {
  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }))
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = !state.isDraining && (await isReady())
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : state.isDraining ? 'draining' : 'database away' })
  })
}
