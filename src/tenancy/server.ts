import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import type { Databases } from '#platform/database/database.server.ts'
import { createHttpServer, type HttpServerOptions } from '#platform/http/create-http-server.ts'
import { hostnameFromHeader } from '#platform/http/headers/response-headers.ts'
import { schoolAttributes } from './context/school-attributes.ts'
import type { Host, Hosts } from './hosts/hosts.ts'
import { registerTlsAllowedRoute } from './hosts/tls-allowed.ts'
import { renderUnknownHostPage } from './hosts/unknown-host-page.ts'
import { sendServerErrorPage } from './pages/server-error-page.ts'

interface ServerOptions extends Pick<
  HttpServerOptions,
  'config' | 'logger' | 'front' | 'telemetry' | 'times'
> {
  databases: Databases
  hosts: Hosts
}

/** Creates the HTTP server without routes of domains. It resolves the host of each request to a school or root. */
export function createServer({ databases, hosts, ...options }: ServerOptions): FastifyInstance {
  const { config } = options
  const app = createHttpServer({
    ...options,
    pendingCount: databases.pendingCount,
    isReady: () => answers(databases),
    pathOf: (request) => pathOf(hosts, request),
    labelsOf: (request) => ({ school_id: schoolOf(request) }),
    attributesOf: (request) => schoolAttributes(schoolOf(request)),
    sendErrorPage: sendServerErrorPage,
  })
  app.decorateRequest('tenant')
  app.addHook('onRequest', async (request, reply) => {
    if (isForEveryHost.test(request.url)) return
    const tenant =
      (await hosts.resolve(request.hostname)) ?? (await credentialsTenant(request, { config, hosts }))
    if (!tenant) return sendUnknownHost(request, reply, { config, hosts })
    request.tenant = tenant
  })
  registerTlsAllowedRoute(app, { config, hosts })
  return app
}

/** `api.<root>`, ours or a reseller's, serves the API without the prefix of other hosts. */
function pathOf(hosts: Hosts, { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  const host = hostnameFromHeader(headers.host).toLowerCase()
  const isApi = host.startsWith('api.') && hosts.cachedHost(host)?.kind === 'api'
  return isApi && !/^\/(?:api|health|internal|storage)\//.test(url) ? `/api${url}` : url
}

/** The host of certificates, which has no other pages: a school’s pages and ours are not served there. */
async function credentialsTenant(
  { hostname, url }: Pick<FastifyRequest, 'hostname' | 'url'>,
  { config, hosts }: { config: Config; hosts: Hosts },
): Promise<Host | null> {
  const isCertificate = /^\/(?:verify|api\/student-certificate\/certificates\/id)\//.test(url)
  if (hostname.toLowerCase() !== config.credentialsHost || !isCertificate) return null
  return { kind: 'root', brand: await hosts.brand('') }
}

async function sendUnknownHost(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, hosts }: { config: Config; hosts: Hosts },
) {
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

/** What a proxy or a supervisor asks, by whatever name it calls this machine, and what needs no database. */
const isForEveryHost = /^\/(?:health\/(?:live|ready)|internal\/tls-allowed|error-page\.js)\/?(?:\?|$)/

/** The school of the request's host; undefined where it has none or none was looked up. */
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
