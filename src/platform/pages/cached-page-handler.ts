import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { hostnameFromHeader } from '../http/headers/response-headers.ts'
import { preferredEncoding } from '../http/headers/content-negotiation.ts'
import { formatRequestLine } from '../http/format-request-line.ts'
import { recordServedRequest } from '../http/trace-requests.ts'
import type { SpanAttributes } from '../telemetry/spans.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { newRequestId } from '../security/tokens.ts'
import { matchesEtag, type PageCache } from './page-cache.ts'
import { matchPublicPage, type PublicPage } from './public-pages.ts'

/** Answers cached pages directly from the socket, before the framework handles the request. */
export interface CachedPageHandler {
  /** Starts answering cached pages of these patterns. */
  setPatterns(pages: readonly PublicPage[]): void
  /** Stops answering. */
  close(): void
  /** Returns true if the request was answered; false leaves it untouched. */
  serveCached(request: IncomingMessage, response: ServerResponse): boolean
}

interface PublicPageRequest {
  host: string
  address: { path: string; search: string }
  headers: IncomingHttpHeaders
}

interface CachedPageOptions {
  /** Key of the requested page in the cache, and what is recorded with the request; null for an unknown host. */
  identify: (request: PublicPageRequest) => IdentifiedPage | null
  cache: PageCache
  logger: Logger
  telemetry?: Telemetry | undefined
}

export interface IdentifiedPage {
  key: string
  /** Added to the log line. */
  labels: Record<string, string | undefined>
  /** Added to the span. */
  attributes: SpanAttributes
}

type Page = NonNullable<ReturnType<PageCache['get']>>

/** Handler that answers page requests from the cache where it can. */
export function createCachedPageHandler(options: CachedPageOptions): CachedPageHandler {
  let pages: readonly PublicPage[] = []
  return {
    setPatterns(given) {
      pages = given
    },
    close() {
      pages = []
    },
    serveCached(request, response) {
      const found = findPage(options, pages, request)
      if (!found) return false
      const started = performance.now()
      const id = newRequestId()
      const status = writePage(found.page, id, { request, response })
      record(options, found.identified, { request, id, status, ms: performance.now() - started })
      return true
    },
  }
}

function findPage(
  { identify, cache }: CachedPageOptions,
  pages: readonly PublicPage[],
  { method, url = '', headers }: IncomingMessage,
) {
  const { host } = headers
  if (method !== 'GET' || !host) return null
  // A forwarded host is only trusted from known proxies, which the framework checks.
  if (headers['x-forwarded-host'] && headers['x-forwarded-host'] !== host) return null
  const address = matchPublicPage(pages, url)
  const identified = address && identify({ host, address, headers })
  if (!identified) return null
  const page = cache.get(identified.key)
  return page && { page, identified }
}

/** Answers with the page, or with 304, and returns the status. */
function writePage(
  page: Page,
  id: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
) {
  const { headers } = request
  const unchanged = matchesEtag(headers['if-none-match'], page)
  const variant = page[preferredEncoding(headers['accept-encoding'])]
  const status = unchanged ? 304 : 200
  response.writeHead(status, [...(unchanged ? page.unchanged : variant).flat, 'x-request-id', id])
  response.end(unchanged ? undefined : variant.body)
  return status
}

function record(
  { logger, telemetry }: CachedPageOptions,
  { labels, attributes }: IdentifiedPage,
  { request, id, status, ms }: { request: IncomingMessage; id: string; status: number; ms: number },
) {
  const { url = '', headers } = request
  const host = hostnameFromHeader(headers.host)
  logger.info(
    { reqId: id, ...formatRequestLine({ method: 'GET', url, host, headers, labels, status, ms }) },
    'request',
  )
  telemetry?.request({ method: 'GET', route: '/*', status, ms })
  recordServedRequest({ method: 'GET', route: '/*', status, attributes, ms }, headers)
}
