import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { getPreferenceCookie, languageCookie, schemeFromCookies } from '#platform/client/session/cookies.ts'
import type { Language, Scheme } from '#platform/client/page/page-preferences.ts'
import type { School } from '../hosts/school.ts'
import { hostnameFromHeader } from '#platform/http/headers/response-headers.ts'
import type { Hosts } from '../hosts/hosts.ts'
import { matchesEtag, type PageCache } from '#platform/pages/page-cache.ts'
import { matchPublicPage, type PublicPage } from '#platform/pages/public-pages.ts'
import { formatRequestLine } from '#platform/http/format-request-line.ts'
import { preferredEncoding, preferredLanguage } from '#platform/http/headers/content-negotiation.ts'
import { recordServedRequest } from '#platform/http/trace-requests.ts'
import type { Telemetry } from '#platform/telemetry/telemetry.ts'
import { newRequestId } from '#platform/security/tokens.ts'

/** Answers cached pages directly from the socket, before the framework handles the request. */
export interface CachedPageHandler {
  /** Starts answering cached pages of these patterns. */
  setPatterns(pages: readonly PublicPage[]): void
  /** Stops answering. */
  close(): void
  /** Returns true if the request was answered; false leaves it untouched. */
  serveCached(request: IncomingMessage, response: ServerResponse): boolean
}

interface FrontOptions {
  hosts: Hosts
  cache: PageCache
  logger: Logger
  telemetry?: Telemetry | undefined
}

/** Handler that answers page requests from the cache where it can. */
export function createCachedPageHandler({
  hosts,
  cache,
  logger,
  telemetry,
}: FrontOptions): CachedPageHandler {
  let pages: readonly PublicPage[] = []

  function keptFor({ method, url = '', headers }: IncomingMessage) {
    const { host } = headers
    if (method !== 'GET' || !host) return null
    // A forwarded host is only trusted from known proxies, which the framework checks.
    if (headers['x-forwarded-host'] && headers['x-forwarded-host'] !== host) return null
    const address = matchPublicPage(pages, url)
    const known = address && hosts.cachedHost(hostnameFromHeader(host))
    if (!known) return null
    const school = known.kind === 'school' ? known.school : null
    const page = cache.get(pageCacheKey(host, address, pageVariant(headers, school)))
    return page && { page, school }
  }

  return {
    setPatterns(given) {
      pages = given
    },
    close() {
      pages = []
    },
    serveCached(request, response) {
      const cachedPage = keptFor(request)
      if (!cachedPage) return false
      const started = performance.now()
      const { page, school } = cachedPage
      const { headers } = request
      const id = newRequestId()
      const unchanged = matchesEtag(headers['if-none-match'], page)
      const variant = page[preferredEncoding(headers['accept-encoding'])]
      const status = unchanged ? 304 : 200
      response.writeHead(status, [...(unchanged ? page.unchanged : variant).flat, 'x-request-id', id])
      response.end(unchanged ? undefined : variant.body)
      const ms = performance.now() - started
      const school_id = school?.school_id
      const facts = { method: 'GET', url: request.url!, headers, status, ms, school_id }
      const host = hostnameFromHeader(headers.host!)
      logger.info({ reqId: id, ...formatRequestLine({ ...facts, host }) }, 'request')
      telemetry?.request({ method: 'GET', route: '/*', status, ms })
      recordServedRequest({ method: 'GET', route: '/*', status, school_id, ms }, headers)
      return true
    },
  }
}

/** Cache key of a public page: everything that it depends on besides its school. */
export function pageCacheKey(
  host: string,
  { path, search }: { path: string; search: string },
  { locale, scheme }: { locale: Language; scheme: Scheme },
) {
  return `${host} ${path}${search} ${locale} ${scheme}`
}

/** Language and colour scheme of a page for a visitor. */
export function pageVariant(headers: IncomingHttpHeaders, school: School | null) {
  const cookies = headers.cookie ?? ''
  return { locale: localeOf(cookies, headers['accept-language'], school), scheme: schemeFromCookies(cookies) }
}

const isLanguage = (text: string | null | undefined): text is Language => text === 'en' || text === 'fr'

/** The language that the visitor chose, else the browser's preferred supported one, else the school's. */
function localeOf(cookies: string, accepted: string | undefined, school: School | null): Language {
  const chosen = getPreferenceCookie(cookies, languageCookie)
  if (isLanguage(chosen)) return chosen
  return preferredLanguage(accepted, isLanguage(school?.language) ? school.language : 'en')
}
