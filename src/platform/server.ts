import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Database } from './database.server.ts'
import type { Hosts } from './hosts.ts'
import { sendProblem, refusalOf } from './problem.ts'
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
  db: Database
  hosts: Hosts
  logger: Logger
}

const bodyLimit = 2 * 1024 * 1024

/** The HTTP server before any route of a domain: host names, request ids, log lines, health, bounds. */
export function createServer({ config, db, hosts, logger }: ServerOptions): FastifyInstance {
  const apiHost = `api.${config.rootDomain}`
  const app = fastify({
    loggerInstance: logger as never,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    genReqId: () => newId(),
    // Files may take longer than any other body: `limitBodyTime` bounds the rest.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // `api.<root>` serves the API without the prefix that it has on every other host.
    rewriteUrl: ({ url = '/', headers }) => {
      const host = (headers.host ?? '').split(':')[0]?.toLowerCase()
      return host === apiHost && !/^\/(?:api|health|storage)\//.test(url) ? `/api${url}` : url
    },
  }) as unknown as FastifyInstance

  let draining = false
  app.decorate('beginDrain', () => {
    draining = true
  })
  app.decorateRequest('tenant')
  app.addHook('onRequest', async (request, reply) => {
    limitBodyTime(request)
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    if (request.url.startsWith('/health/')) return
    const tenant = await hosts.resolve(request.hostname)
    if (!tenant) {
      const { headers, html } = unknownHostPage(config, request.headers['accept-language'] ?? '')
      return reply.code(404).headers(headers).send(html)
    }
    request.tenant = tenant
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        url: withoutSecrets(request.url),
        host: request.hostname,
        school_id: request.tenant?.kind === 'school' ? request.tenant.school.school_id : undefined,
        source: request.headers['x-request-source'],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
  app.setErrorHandler((error: Error, request, reply) => {
    const { code, details } = refusalOf(error)
    if (code === 'internal_error') request.log.error({ err: error }, 'request failed')
    return sendProblem(request, reply, code, details)
  })

  app.get('/health/live', { logLevel: 'silent' }, async () => ({ status: 'live' }))
  app.get('/health/ready', { logLevel: 'silent' }, async (_request, reply) => {
    const ready = !draining && (await answers(db))
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : draining ? 'draining' : 'database away' })
  })
  return app
}

const bodySeconds = 60

/** A body that trickles in would hold its connection for ever. Files watch for stalls themselves. */
function limitBodyTime({ method, url, raw }: FastifyRequest) {
  if (method === 'GET' || method === 'HEAD' || url.startsWith('/storage/')) return
  const timer = setTimeout(() => raw.destroy(), bodySeconds * 1000)
  timer.unref()
  raw.once('close', () => clearTimeout(timer))
}

/** Tokens that travel in addresses stay out of the log. */
export const withoutSecrets = (url: FastifyRequest['url']) =>
  url.replace(/([?&](?:user_token|token|sig|signature)=)[^&#]*/g, '$1…')

async function answers(db: Database) {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
