import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '../route.ts'
import { brandOf } from '../surroundings.ts'
import { openApiOf, type WebhookDoc } from './openapi.ts'
import { docsPage } from './page.ts'

const mostMade = 20

/** `/api/openapi.json` and `/api/docs`, made from the declared routes, once for each name that hosts speak under. */
export function registerDocs(app: FastifyInstance, routes: Route[], webhooks: readonly WebhookDoc[] = []) {
  const made = new Map<string, { document: string; page: string }>()
  function madeFor({ tenant }: FastifyRequest) {
    const { name } = brandOf(tenant)
    const kept = made.get(name)
    if (kept) return kept
    // A name that a reseller gave up is made again when somebody asks.
    if (made.size >= mostMade) made.clear()
    const fresh = {
      document: JSON.stringify(openApiOf(routes, webhooks, name)),
      page: docsPage(routes, webhooks, name),
    }
    made.set(name, fresh)
    return fresh
  }
  app.get('/', async (_request, reply) => reply.redirect('/api/docs'))
  app.get('/openapi.json', async (request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'public, max-age=300')
      .send(madeFor(request).document),
  )
  app.get('/docs', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(madeFor(request).page),
  )
}
