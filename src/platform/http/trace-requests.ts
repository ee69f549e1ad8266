import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getTracer, type Span, type SpanAttributes } from '../telemetry/spans.ts'

type AttributesOf = (request: FastifyRequest) => SpanAttributes

/**
 * Records each request as a span, active in later hooks and in the handler. Adds no hook without a trace
 * receiver. An in-process request of a page is a child of the page's span.
 */
export function traceRequests(app: FastifyInstance, attributesOf: AttributesOf) {
  const tracer = getTracer()
  if (!tracer) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers } = request
    const span = tracer.start({
      name: method,
      kind: 'server',
      attributes: {},
      parent: traceparentOf(headers),
    })
    spans.set(request, span)
    tracer.activate(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    if (span) {
      const { method, routeOptions } = request
      const route = routeOptions.url ?? 'none'
      endSpan(span, { method, route, status: reply.statusCode, attributes: attributesOf(request) })
    }
    done()
  })
}

interface ServedRequest {
  method: string
  /** The declared route, not the requested path. */
  route: string
  status: number
  /** What the product adds, such as the tenant. */
  attributes: SpanAttributes
}

/** Records a request that was answered immediately, `ms` milliseconds ago. */
export function recordServedRequest(request: ServedRequest & { ms: number }, headers: IncomingHttpHeaders) {
  const span = getTracer()?.start({
    name: request.method,
    kind: 'server',
    attributes: {},
    parent: traceparentOf(headers),
    startedMsAgo: request.ms,
  })
  if (span) endSpan(span, request)
}

function endSpan(span: Span, { method, route, status, attributes }: ServedRequest) {
  span.setName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    ...attributes,
  })
  if (status >= 500) span.fail(String(status))
  span.end()
}

const traceparentOf = ({ traceparent }: IncomingHttpHeaders) =>
  typeof traceparent === 'string' ? traceparent : undefined
