import { createServer as createHttpServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Databases } from './database.server.ts'
import { everyAnswer, hostOf } from './every-answer.ts'
import type { Hosts } from './hosts.ts'
import { createDoor } from './overload.ts'
import type { PageFront } from './page-front.ts'
import { refusalOf, sendProblem, statusOf } from './problem.ts'
import { asksForPage, sendFailedPage } from './failed-page.ts'
import { requestLine } from './request-line.ts'
import { defaultBodyLimitBytes } from './route.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { newId } from './tokens.ts'
import { unknownHostPage } from './unknown-host.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From here on `/health/ready` is red, so that a proxy sends new requests elsewhere. */
    beginDrain(): void
  }
}

interface ServerOptions {
  config: Config
  databases: Databases
  hosts: Hosts
  logger: Logger
  /** Answers what it can before anything else does. */
  front?: PageFront
  telemetry?: Telemetry | undefined
}

const keepAliveTimeout = 72_000

/** The HTTP server before any route of a domain: host names, request ids, log lines, health, bounds. */
export function createServer({
  config,
  databases,
  hosts,
  logger,
  front,
  telemetry,
}: ServerOptions): FastifyInstance {
  // `api.<root>`, ours or a reseller's, serves the API without the prefix that it has on every other host.
  const pathOf = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) => {
    const host = hostOf(headers.host).toLowerCase()
    const isApi = host.startsWith('api.') && hosts.known(host)?.kind === 'api'
    return isApi && !/^\/(?:api|health|internal|storage)\//.test(url) ? `/api${url}` : url
  }
  const door = createDoor({
    waiting: databases.waiting,
    logger,
    headers: (host) => everyAnswer(config, host),
  })
  const app = fastify({
    loggerInstance: logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => newId(),
    bodyLimit: defaultBodyLimitBytes,
    serverFactory: (handler) =>
      // Files may take longer than any other body: `limitBodyTime` bounds the rest.
      createHttpServer({ keepAliveTimeout, requestTimeout: 0 }, (request, response) => {
        if (front?.answers(request, response)) return
        if (!door.turnsAway(request, response, pathOf(request))) handler(request, response)
      }),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: pathOf,
    // An address that nobody can read runs no hooks.
    frameworkErrors: (error, request, reply) => {
      reply.headers(everyAnswer(config, request.hostname)).header('x-request-id', request.id)
      void sendProblem(request, reply, refusalOf(error).code)
    },
    // What arrives while it closes was sent before its sender could know.
    return503OnClosing: false,
  }) as unknown as FastifyInstance

  let draining = false
  app.decorate('beginDrain', () => {
    draining = true
    // The framework tells connections to close, which the front does not.
    front?.close()
  })
  app.decorateRequest('tenant')
  app.addHook('onRequest', async (request, reply) => {
    limitBodyTime(request)
    // A proxy that keeps its connections must not send into one that is about to close.
    if (draining) reply.header('connection', 'close')
    reply.header('x-request-id', request.id)
    reply.headers(everyAnswer(config, request.hostname))
    if (isForEveryHost.test(request.url)) return
    const tenant = await hosts.resolve(request.hostname)
    if (!tenant) {
      const isGone = await hosts.isGone(request.hostname)
      const { headers, html } = unknownHostPage(config, {
        isGone,
        brand: await hosts.brandAbove(request.hostname),
        acceptedLanguages: request.headers['accept-language'] ?? '',
      })
      return reply
        .code(isGone ? 410 : 404)
        .headers(headers)
        .send(html)
    }
    request.tenant = tenant
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, headers, tenant, routeOptions } = request
    const school_id = tenant?.kind === 'school' ? tenant.school.school_id : undefined
    const { statusCode: status, elapsedTime: ms } = reply
    const line = { method, url: request.url, host: request.hostname, headers, school_id, status, ms }
    request.log.info(requestLine(line), 'request')
    const route = routeOptions.url ?? 'none'
    telemetry?.request({ method, route, status, school_id, ms, parent: traceparentOf(headers) })
  })
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = refusalOf(error)
    if (code === 'internal_error') request.log.error({ err: error }, 'request failed')
    const status = statusOf(code)
    if (status >= 500 && asksForPage(request)) {
      if (details.retry_after_seconds) reply.header('retry-after', details.retry_after_seconds)
      return sendFailedPage(request, reply, status)
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
  // A proxy that fetches certificates on demand asks before it fetches one.
  app.get('/internal/tls-allowed', { logLevel: 'silent' }, async (request, reply) => {
    const { domain } = request.query as { domain?: unknown }
    const known = typeof domain === 'string' && (await hosts.resolve(domain)) !== null
    return reply.code(known ? 200 : 404).send({ allowed: known })
  })
  return app
}

/** What a proxy or a supervisor asks, by whatever name it calls this machine, and what needs no database. */
const isForEveryHost = /^\/(?:health\/(?:live|ready)|internal\/tls-allowed|error-page\.js)\/?(?:\?|$)/

const traceparentOf = ({ traceparent }: IncomingHttpHeaders) =>
  typeof traceparent === 'string' ? traceparent : undefined

const bodySeconds = 60

/** A body that trickles in would hold its connection for ever. Files watch for stalls themselves. */
function limitBodyTime({ method, url, raw }: FastifyRequest) {
  if (method === 'GET' || method === 'HEAD' || url.startsWith('/storage/')) return
  const timer = setTimeout(() => raw.destroy(), bodySeconds * 1000)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
}

async function answers({ side }: Databases) {
  try {
    await sql`select 1`.execute(side)
    return true
  } catch {
    return false
  }
}
