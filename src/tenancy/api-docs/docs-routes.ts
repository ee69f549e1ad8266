import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredEncoding } from '#platform/http/headers/content-negotiation.ts'
import type { Route } from '../contract/define-route.ts'
import { brandForHost } from '../hosts/hosts.ts'
import { buildOpenApi, type WebhookDoc } from './openapi.ts'
import { docsPage } from './docs-page.ts'

const maxCached = 20

/** A text, plain and compressed. */
interface Made {
  plain: string
  gzip: Buffer
}

const made = (plain: string): Made => ({ plain, gzip: gzipSync(plain) })

/** Serves `/api/openapi.json` and `/api/docs`, generated from the declared routes, once for each brand name. */
export function registerDocs(app: FastifyInstance, routes: Route[], webhooks: readonly WebhookDoc[] = []) {
  const byName = new Map<string, { document: Made; page: Made }>()
  function madeFor({ tenant }: FastifyRequest) {
    const { name } = brandForHost(tenant)
    const cached = byName.get(name)
    if (cached) return cached
    // Names that are not used any more are dropped, and others generated again.
    if (byName.size >= maxCached) byName.clear()
    const fresh = {
      document: made(JSON.stringify(buildOpenApi(routes, webhooks, name))),
      page: made(docsPage(routes, webhooks, name)),
    }
    byName.set(name, fresh)
    return fresh
  }
  app.get('/', async (_request, reply) => reply.redirect('/api/docs'))
  app.get('/openapi.json', async (request, reply) =>
    send(request, reply.type('application/json'), madeFor(request).document),
  )
  app.get('/docs', async (request, reply) => {
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
    return send(request, reply, madeFor(request).page)
  })
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { plain, gzip }: Made) {
  reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
  return preferredEncoding(headers['accept-encoding'], ['gzip']) === 'gzip'
    ? reply.header('content-encoding', 'gzip').send(gzip)
    : reply.send(plain)
}
