import type { FastifyInstance } from 'fastify'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '#platform/config/config.ts'
import type { Hosts } from './hosts.ts'
import { sendProblem } from '#platform/http/problem.ts'

/** Maximum requests per process and minute: a proxy asks once for each new name. */
const perMinute = 600
const minuteMs = 60_000
const longestHost = 253

interface Options {
  config: Pick<Config, 'tlsAllowedClients' | 'credentialsHost'>
  hosts: Pick<Hosts, 'resolve'>
}

/**
 * Registers the route that a proxy with on-demand certificates calls before it fetches one. Other callers get no
 * answer.
 */
export function registerTlsAllowedRoute(app: FastifyInstance, { config, hosts }: Options) {
  const mayAsk = proxyAddr.compile(config.tlsAllowedClients)
  let [minute, requestCount] = [0, 0]
  app.get('/internal/tls-allowed', { logLevel: 'silent' }, async (request, reply) => {
    // A forwarded request comes from a visitor, wherever the proxy runs.
    const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
    if (isForwarded || !mayAsk(request.socket.remoteAddress ?? '', 0)) return sendProblem(reply, 'not_found')
    const now = Math.floor(Date.now() / minuteMs)
    if (now !== minute) [minute, requestCount] = [now, 0]
    if (++requestCount > perMinute)
      return sendProblem(reply, 'too_many_requests', { retry_after_seconds: 60 })
    const { domain } = request.query as { domain?: unknown }
    const isName = typeof domain === 'string' && domain.length <= longestHost
    const isAllowed =
      isName && (domain.toLowerCase() === config.credentialsHost || (await hosts.resolve(domain)) !== null)
    return reply.code(isAllowed ? 200 : 404).send({ allowed: isAllowed })
  })
}
