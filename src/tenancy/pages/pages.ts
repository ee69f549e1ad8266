import { Readable } from 'node:stream'
import { createBrotliCompress, createGzip, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'
import type { Send } from '#platform/client/api/client.ts'
import type { PageRequestInit } from '../client/page-request-context.ts'
import { browserOrigin } from '#platform/config/storage.ts'
import { originFor, type Config } from '#platform/config/config.ts'
import { PLATFORM_ID } from '../hosts/school.ts'
import { commonHeaders } from '#platform/http/headers/response-headers.ts'
import { preferredEncoding, type Encoding } from '#platform/http/headers/content-negotiation.ts'
import type { PageCache, RenderedPage } from '#platform/pages/page-cache.ts'
import { serverErrorPage, sendServerErrorPage } from './server-error-page.ts'
import type { CachedPageHandler } from '#platform/pages/cached-page-handler.ts'
import { pageCacheKey } from '#platform/pages/page-variant.ts'
import { closurePage } from './closure-page.ts'
import { frameOf } from './frame-of.ts'
import { matchPublicPage, listPublicPages, type PublicPage } from '#platform/pages/public-pages.ts'
import { newToken } from '#platform/security/tokens.ts'

/** Exports of the screens' bundle. */
interface Screens {
  handler: (request: Request, context: RouterContextProvider) => Promise<Response>
  contextOf: (seed: PageRequestInit) => RouterContextProvider
  publicPages: PublicPage[]
}

/** Further exports of `entry.server.tsx`. Objects with identity are created on its side. */
interface Entry {
  requestContext: Screens['contextOf']
  requestHandler: typeof createRequestHandler
}

export interface PagesOptions {
  config: Config
  cache: PageCache
  front: CachedPageHandler
  /** Loads the built screens; in development the newest. */
  loadBuild: () => Promise<ServerBuild>
  /** In development the build is loaded for each request, and pages have no content security policy. */
  development?: boolean
}

/** Serves every page of the site map. Register it after all other routes, which have priority. */
export function registerPages(app: FastifyInstance, options: PagesOptions) {
  const { config, cache } = options
  const screens = createScreensLoader(options)
  app.get('/*', async (request, reply) => {
    const canonical = canonicalUrl(config, request)
    // Not cached for ever: a domain may be released.
    if (canonical) return reply.header('cache-control', 'private, max-age=300').redirect(canonical, 301)
    const loaded = await screens()
    const address = matchPublicPage(loaded.publicPages, request.url)
    const notNow = closurePage(request, address !== null)
    if (notNow) return reply.code(notNow.status).headers(notNow.headers).send(notNow.html)
    const page = {
      url: address ? address.path + address.search : request.url,
      frame: frameOf(config, request),
    }
    const render = createRenderer({ app, config, screens: loaded }, request, page)
    if (!address || options.development) return sendRendered(reply, render, options)
    const owner_id = request.tenant.kind === 'school' ? request.tenant.school.school_id : PLATFORM_ID
    const key = pageCacheKey(request.host, address, page.frame)
    return cache.serve(reply, { owner_id, key }, () => renderForCache(config, request, render))
  })
}

/** Loads the screens once; in development for each request. */
function createScreensLoader(options: PagesOptions) {
  let cachedScreens: Promise<Screens> | undefined
  return () => {
    if (options.development) return loadScreens(options)
    cachedScreens ??= loadScreens(options).then((loaded) => {
      options.front.setPatterns(loaded.publicPages)
      return loaded
    })
    return cachedScreens
  }
}

type Render = (signal: AbortSignal) => Promise<Response>

interface Renderer {
  app: FastifyInstance
  config: Config
  screens: Screens
}

/** A function that renders the page of a request. */
function createRenderer(
  { app, config, screens }: Renderer,
  request: FastifyRequest,
  page: Pick<PageRequestInit, 'frame'> & { url: string },
): Render {
  return (signal) => {
    const seed = {
      ...page,
      nonce: newToken(),
      store_origin: config.storage === 's3' && config.s3 ? browserOrigin(config.s3) : null,
      send: sendInProcess(app, request),
      report: reporter(request),
    }
    return screens.handler(
      webRequest(request, pageUrl(config, request, page.url), signal),
      screens.contextOf(seed),
    )
  }
}

/** Renders a page for one visitor and streams it. */
async function sendRendered(reply: FastifyReply, render: Render, options: PagesOptions) {
  const { request } = reply
  const response = await render(closing(request, reply))
  if (response.status >= 500) return sendServerErrorPage(request, reply, response.status)
  return sendStream(reply.headers(pageHeaders), response, options)
}

/** Renders a page completely, with the headers of the server. */
async function renderForCache(
  config: Config,
  request: FastifyRequest,
  render: Render,
): Promise<RenderedPage> {
  const response = await render(AbortSignal.timeout(30_000))
  const { status } = response
  const common = commonHeaders(config, request.hostname)
  if (status >= 500) {
    const { headers, html } = serverErrorPage(request)
    return { status, headers: { ...common, ...headers }, body: html }
  }
  return {
    status,
    headers: { ...common, ...pageHeaders, ...headersOf(response) },
    body: await response.text(),
  }
}

/** Address of the page on the school's canonical host; null if this is it. */
function canonicalUrl(config: Config, { tenant, hostname, url }: FastifyRequest) {
  if (tenant.kind !== 'school' || tenant.school.host === hostname.toLowerCase()) return null
  return `${originFor(config, tenant.school.host)}${url}`
}

async function loadScreens({ loadBuild, development }: PagesOptions): Promise<Screens> {
  const build = await loadBuild()
  const entry = build.entry.module as unknown as Entry
  return {
    handler: entry.requestHandler(build, development ? 'development' : 'production'),
    contextOf: entry.requestContext,
    publicPages: listPublicPages(build),
  }
}

/** Calls of loaders through the typed client use the same routes as a browser's. */
const sendInProcess =
  (app: FastifyInstance, request: FastifyRequest): Send =>
  async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...headers, host: request.headers.host ?? '' },
      remoteAddress: request.ip,
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body }
  }

const reporter = (request: FastifyRequest) => (error: unknown) => {
  // A 404 response of a loader is not an error.
  if (error instanceof Error) request.log.error({ err: error }, 'page failed')
}

function webRequest(request: FastifyRequest, url: URL, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  // Pages do not depend on the session.
  headers.delete('cookie')
  return new Request(url, { headers, signal })
}

/** The address of a page with the public origin. */
function pageUrl(config: Config, { hostname }: FastifyRequest, pathAndSearch: string) {
  // As a base it would be overridden by an address such as `//another.example/`, and a port can be any text.
  const url = new URL(`${config.publicProtocol}://${hostname}`)
  const [path = '', ...search] = pathAndSearch.split('?')
  url.pathname = path
  url.search = search.join('?')
  return url
}

/** Aborts when the visitor disconnects before the page is complete. */
function closing(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once(
    'close',
    () => reply.raw.writableFinished || controller.abort(new Error(`${request.id} was given up`)),
  )
  return controller.signal
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers)
}

const pageHeaders = {
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(self)',
}

/** Streams a page while it is rendered, compressed piece by piece. */
function sendStream(reply: FastifyReply, response: Response, { development }: PagesOptions) {
  reply
    .code(response.status)
    .headers(headersOf(response))
    .header('vary', 'accept-encoding, cookie, accept-language')
  if (development) reply.removeHeader('content-security-policy')
  if (!response.body) return reply.send('')
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  const compressor = compressorFor(preferredEncoding(reply.request.headers['accept-encoding']))
  if (!compressor) return reply.send(body)
  body.once('error', (error) => compressor.stream.destroy(error))
  return reply.header('content-encoding', compressor.name).send(body.pipe(compressor.stream))
}

function compressorFor(encoding: Encoding) {
  if (encoding === 'br') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
    return {
      name: encoding,
      stream: createBrotliCompress({ params, flush: constants.BROTLI_OPERATION_FLUSH }),
    }
  }
  if (encoding === 'gzip') return { name: encoding, stream: createGzip({ flush: constants.Z_SYNC_FLUSH }) }
  return null
}
