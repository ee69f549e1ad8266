import { createHash } from 'node:crypto'
import { PassThrough, Transform, type TransformCallback } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import type { i18n } from 'i18next'
import { LRUCache } from 'lru-cache'
import { renderToPipeableStream } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createRequestHandler, RouterContextProvider, ServerRouter, type EntryContext } from 'react-router'
import { createTypedClient } from '#platform/client/api/client.ts'
import { FrameProvider } from '#tenancy/client/frame.tsx'
import { pageRequestContext, type PageRequestInit } from '#tenancy/client/page-request-context.ts'
import type { PageFrame } from '#tenancy/client/page-frame.ts'
import { languages } from '#lib/languages/languages.ts'
import { replaceTexts } from '#lib/wording/replace-texts.ts'
import { contentPolicy } from '#ui/frame/content-policy.ts'
import { shouldHydrate, loadsDataEarly } from '#ui/frame/handle.ts'
import { deferScripts } from '#ui/frame/defer-scripts.ts'
import { allMessages } from '#ui/i18n/all-texts.server.ts'
import { createI18n } from '#ui/i18n/create-i18n.ts'

const translators = Object.fromEntries(
  languages.map((language) => [language, createI18n(language, allMessages)]),
)

/** Translators of schools that replaced texts, by language and replaced texts. */
const schoolTranslators = new LRUCache<string, i18n>({ max: 200 })

function translatorOf({ locale, wording }: PageFrame): i18n {
  const names = Object.keys(wording)
  if (names.length === 0) return translators[locale]!
  const key = JSON.stringify([locale, wording])
  const cached = schoolTranslators.get(key)
  if (cached) return cached
  const replaced = { ...allMessages[locale] }
  for (const namespace of new Set(names.map((name) => name.split(':')[0]!)))
    replaced[namespace] = replaceTexts(structuredClone(replaced[namespace] as object), namespace, wording)
  const translator = createI18n(locale, { ...allMessages, [locale]: replaced })
  schoolTranslators.set(key, translator)
  return translator
}

/** Provides the current request to loaders. Created here, since the bundle contains its own copy of each key. */
export function requestContext(seed: PageRequestInit): RouterContextProvider {
  const { send, frame } = seed
  const api = createTypedClient({
    send,
    headers: () => ({
      'x-request-source': 'web',
      'x-api-username': frame.api.username,
      'x-api-secret': frame.api.secret,
      'accept-language': frame.locale,
    }),
    retryDelays: [],
  })
  const context = new RouterContextProvider()
  context.set(pageRequestContext, { ...seed, api })
  return context
}

/**
 * Handles page requests with this bundle's copy of the router, which shares its keys and classes with the
 * screens.
 */
export const requestHandler = createRequestHandler

/** Rendering is aborted after this time in milliseconds. */
const renderingMs = 10_000

type Page = [
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
]

export default function handleRequest(...page: Page): Promise<Response> | Response {
  const [request, status, headers, routerContext, loadContext] = page
  const { frame, nonce, report, store_origin } = loadContext.get(pageRequestContext)
  const live = shouldHydrate(routerContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set(
    'content-security-policy',
    contentPolicy({
      ...(live ? { nonce } : { styleHash: sha256(frame.theme_css) }),
      store: store_origin,
      analytics: frame.analytics.provider?.url ?? null,
      schools: frame.root_origin.replace('://', '://*.'),
    }),
  )
  headers.set('content-language', frame.locale)
  if (!headers.has('cache-control'))
    headers.set('cache-control', live || status >= 400 ? 'no-store' : 'no-cache')

  const early = live && loadsDataEarly(routerContext)
  return new Promise((resolve, reject) => {
    let failed = false
    const timer = setTimeout(() => abort(), renderingMs)
    const answer = () => {
      const body = early ? new HeldPage() : new PassThrough()
      body.once('finish', () => clearTimeout(timer))
      pipe(body)
      const stream = createReadableStreamFromReadable(body)
      resolve(new Response(stream, { headers, status: failed ? 500 : status }))
    }
    const { pipe, abort } = renderToPipeableStream(
      <FrameProvider frame={frame} nonce={live ? nonce : ''}>
        <I18nextProvider i18n={translatorOf(frame)}>
          <ServerRouter context={routerContext} url={request.url} {...(live && { nonce })} />
        </I18nextProvider>
      </FrameProvider>,
      {
        ...(live && { nonce }),
        // A part that arrives later would move the parts around it. No page waits for data here.
        onAllReady: answer,
        onShellError(error: unknown) {
          clearTimeout(timer)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
        onError(error: unknown) {
          failed = true
          report(error)
        },
      },
    )
  })
}

/** A page whose app loads after its lesson. It is buffered completely before it is sent. */
class HeldPage extends Transform {
  #parts: Buffer[] = []
  override _transform(part: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
    this.#parts.push(part)
    done()
  }
  override _flush(done: TransformCallback) {
    done(null, deferScripts(Buffer.concat(this.#parts).toString()))
  }
}

/** Reports exceptions of loaders and screens on the server; expected responses such as 404 are not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (!request.signal.aborted) context.get(pageRequestContext).report(error)
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')
