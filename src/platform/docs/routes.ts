import type { FastifyInstance } from 'fastify'
import type { Route } from '../route.ts'
import { openApiOf, type WebhookDoc } from './openapi.ts'
import { docsPage } from './page.ts'

/** `/api/openapi.json` and `/api/docs`, both made once from the declared routes. */
export function registerDocs(app: FastifyInstance, routes: Route[], webhooks: readonly WebhookDoc[] = []) {
  const document = JSON.stringify(openApiOf(routes, webhooks))
  const page = docsPage(routes, webhooks)
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json').header('cache-control', 'public, max-age=300').send(document),
  )
  app.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      .send(page),
  )
}
